import { describe, expect, it } from 'vitest';
import { auditActions, auditGroupNames, auditGroups } from './actions.ts';
import { auditActionName, auditChanges, auditSentence } from './sentences.ts';

const bare = { label: null, rows: null, details: {} };
const row = (endTime: number, charges: number) => ({
  startTime: 0,
  endTime,
  additionalTime: 0,
  charges,
});

describe('sentences of the audit log', () => {
  it.each(Object.entries(auditActions))('%s has no hole without values', (action, sentence) => {
    const text = auditSentence({ action, ...bare });
    expect(text).toBe(auditActionName(action));
    expect(text).toMatch(/^[A-Z][\w ,:’()-]*\w$/);
    expect(text).not.toMatch(/ {2}|\b(?:undefined|null|some)\b/);
    expect(sentence.replaceAll(/\[[^[\]]*\]/g, '')).not.toMatch(/[{}[\]|]/);
  });

  it.each([
    ['user.updated', { details: { cell: ['1', '2'] } }, 'Changed cell of a person'],
    ['user.updated', { label: 'Thabo' }, 'Changed Thabo'],
    ['mail.queued', { details: { export: 7 } }, 'Emailed export 7'],
    ['mail.queued', { label: 'a@b.c' }, 'Emailed an export to a@b.c'],
    ['list.read', { rows: 1200, details: { list: 'people' } }, 'Read 1\u00A0200 rows of people'],
    ['webhook.switched-off', {}, 'A webhook was switched off'],
    ['of an earlier version', {}, 'of an earlier version'],
    [
      'export.closed',
      { details: { override: {} } },
      'Closed an export, although exceptions were open',
    ],
  ])('%s %j', (action, known, text) => {
    expect(auditSentence({ action, ...bare, ...known })).toBe(text);
  });

  it('belong to one group each', () => {
    const grouped = auditGroupNames.flatMap((name) => Object.keys(auditGroups[name].sentences));
    expect(grouped.toSorted()).toEqual(Object.keys(auditActions).toSorted());
  });
});

it('shows changed call fees of each type in one line before and after', () => {
  const callFees = [
    { disbursementType: 'id', validFrom: '2026-10-30', change: [[], [row(5, 33)]] },
    { disbursementType: 'other', validFrom: '2026-10-30', change: [[row(5, 33)], []] },
  ];
  const changes = auditChanges({ action: 'user.call-fees-updated', details: { callFees } });
  const fees = 'to 5\u00A0min R\u00A033.00 · longer: R\u00A033.00';
  expect(changes).toEqual([
    { field: 'id from 2026-10-30', before: 'No call fees', after: fees },
    { field: 'other from 2026-10-30', before: fees, after: 'No call fees' },
  ]);
});
