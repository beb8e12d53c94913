import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { splitIntoChunks } from '../../platform/csv/text-chunks.ts';
import type { CallLeg } from './call-leg.ts';
import type { UnrecognizedCallFile } from './call-file-plan.ts';
import { type CallFile, readCallFile } from './read-call-file.ts';
import { channelExtension, isInside, readParty } from './parties.ts';

const fixture = (name: string) =>
  readFileSync(new URL(`./fixtures/${name}.csv`, import.meta.url), 'utf8');

type Read = (CallFile | UnrecognizedCallFile) & { found: (CallLeg & { row: number })[] };

async function read(text: string, outsidePrefix = '9'): Promise<Read> {
  const found: (CallLeg & { row: number })[] = [];
  const own = { isOwn: (party: string) => party === '+27825550199', outsidePrefix };
  const file = await readCallFile(splitIntoChunks(text), {
    loadSettings: async () => ({ own, mapping: { dateOrder: 'DMY' } }),
    onLegs: async (legs) => {
      found.push(...legs);
    },
  });
  return { ...file, found };
}

/** Row, start, seconds, direction, own party, other party, code. */
const table = ({ found }: Read) =>
  found.map(({ row, start, seconds, direction, ownParty, otherParty, accountCode }) =>
    [
      row,
      'at' in start ? start.at : start.local,
      seconds,
      direction,
      ownParty,
      otherParty ?? 'hidden',
      accountCode ?? '',
    ].join(' '),
  );

describe('a file of call records', () => {
  it.each([
    [
      'asterisk-master',
      'asterisk',
      { unanswered: 1, internal: 1 },
      [
        '1 2026-10-05 09:15:00 304 out 102 +27825550101 NP0001',
        '4 2026-10-05 23:30:00 30 in 100 +27115550142 ',
        '5 2026-10-05 23:30:40 305 in 102 +27115550142 ',
      ],
    ],
    [
      'asterisk-17-columns',
      'asterisk',
      { unanswered: 0, internal: 0 },
      [
        '1 2026-10-05 09:15:00 62 out 102 +27825550101 ',
        '2 2026-10-05 09:25:00 62 out 102 +27825550102 ',
      ],
    ],
    [
      'asterisk-custom',
      'asterisk-custom',
      { unanswered: 1, internal: 0 },
      ['1 2026-10-05 09:15:00 304 out 102 +27825550101 NP0001'],
    ],
    [
      'freepbx',
      'freepbx',
      { unanswered: 1, internal: 0 },
      [
        '2 2026-10-05 09:15:00 304 out 102 +27825550101 NP0001',
        '3 2026-10-05 10:00:00 120 in 102 +27115550142 ',
      ],
    ],
    [
      'freeswitch',
      'freeswitch',
      { unanswered: 1, internal: 0 },
      ['2 2026-10-05 09:15:00 304 out 102 +27825550101 NP0001'],
    ],
    [
      '3cx',
      '3cx',
      { unanswered: 1, internal: 1 },
      [
        '1 2026-10-05 06:27:28 490 in 102 +27825550101 ',
        '2 2026-10-05 07:15:00 304 out 102 +27115550142 NP0001',
      ],
    ],
    [
      'yeastar',
      'yeastar',
      { unanswered: 1, internal: 1 },
      [
        '2 2026-10-05 09:15:00 304 out 102 +27825550101 NP0001',
        '5 2026-10-05 11:00:00 120 in 102 +27115550142 ',
      ],
    ],
    [
      'teams-pstn',
      'teams',
      { unanswered: 1, internal: 0 },
      [
        '2 2026-10-05T22:30:00.123Z 304 out t.mokoena@nkosi.co.za +27825550101 ',
        '3 2026-10-06T08:00:00.000Z 120 in t.mokoena@nkosi.co.za hidden ',
        '5 2026-10-05T22:35:04.000Z 60 out p.botha@nkosi.co.za +27825550101 ',
      ],
    ],
    [
      'teams-direct-routing',
      'teams-direct-routing',
      { unanswered: 1, internal: 0 },
      [
        '2 2026-10-05T22:30:00.000Z 304 out t.mokoena@nkosi.co.za +27825550101 ',
        '3 2026-10-06T08:00:00.000Z 120 in t.mokoena@nkosi.co.za hidden ',
      ],
    ],
    [
      'cucm',
      'cucm',
      { unanswered: 1, internal: 1 },
      [
        '3 2026-10-05T07:15:00.000Z 304 out 1102 +27825550101 NP0001',
        '4 2026-10-05T08:00:10.000Z 120 in 1102 +27115550142 ',
      ],
    ],
    [
      '3cx-transfer',
      '3cx',
      { unanswered: 0, internal: 1 },
      [
        '1 2026-10-06 10:00:00 300 in 103 +27115550142 ',
        '2 2026-10-06 10:10:00 240 out 102 +27825550101 NP0001',
      ],
    ],
    [
      'yeastar-transfer',
      'yeastar',
      { unanswered: 1, internal: 0 },
      [
        '2 2026-10-06 12:00:00 60 in 102 +27115550142 ',
        '3 2026-10-06 12:00:00 240 in 103 +27115550142 ',
        '4 2026-10-06 12:15:00 60 out 102 +447700900123 NP0002',
      ],
    ],
    [
      'cucm-transfer',
      'cucm',
      { unanswered: 1, internal: 1 },
      [
        '3 2026-10-05T10:00:00.000Z 60 in 1102 +27115550142 ',
        '5 2026-10-05T10:01:00.000Z 240 in 1103 +27115550142 ',
        '6 2026-10-05T11:00:05.000Z 60 out 1102 +27825550101 ',
      ],
    ],
    [
      'operator-bill',
      'csv',
      { unanswered: 1, internal: 0 },
      [
        '2 2026-10-05 09:15:00 304 out +27825550199 +27825550101 ',
        '3 2026-10-05 14:30:00 120 out +27825550199 +27115550142 ',
      ],
    ],
  ])('of %s is of %s and has its calls', async (name, system, counts, calls) => {
    const file = await read(fixture(name));
    expect(file).toMatchObject({ ok: true, system, problemCount: 0, ...counts });
    expect(table(file)).toEqual(calls);
  });

  it.each(['asterisk-master', 'yeastar-transfer', 'cucm-transfer'])(
    'has the legs of one call under one key, each with a key of its own: %s',
    async (name) => {
      const { found } = await read(fixture(name));
      const from = found.findIndex(({ otherParty }) => otherParty === '+27115550142');
      const [first, second] = found.slice(from);
      expect(first?.callKey).toBe(second?.callKey);
      expect(first?.key).not.toBe(second?.key);
      expect(new Set(found.map(({ callKey }) => callKey)).size).toBe(found.length - 1);
    },
  );

  it('has the same keys in any order of the lines', async () => {
    const keys = async (text: string) => (await read(text)).found.map(({ key }) => key).toSorted();
    const text = fixture('asterisk-master');
    expect(await keys(text.split('\n').toReversed().join('\n').trim())).toEqual(await keys(text));
  });

  it('names cut-off lines and wrong cells with their row', async () => {
    const lines = fixture('asterisk-master').split('\n');
    lines[1] = '"","0115550142","102","from-trunk"';
    lines[2] = (lines[2] ?? '').replace('2026-10-05 10:05:00', '2026-13-05 10:05:00');
    const file = await read(lines.join('\n'));
    expect(file).toMatchObject({
      ok: true,
      problemCount: 2,
      problems: [
        { row: 2, column: '', message: expect.stringContaining('it is cut off') },
        { row: 3, column: 'start', message: expect.stringContaining('is not a valid date') },
      ],
    });
  });

  it.each([
    ['Matter,Description\n1,A\n', 'has no column for the start of a call'],
    ['', 'The file is empty.'],
    ['calldate,billsec,uniqueid,disposition\n', 'The file has no calls.'],
  ])('is not %j', async (text, message) => {
    expect(await read(text)).toMatchObject({
      ok: false,
      message: expect.stringContaining(message),
    });
  });
});

it.each([
  ['0825550101', '+27825550101'],
  ['90825550101', '+27825550101'],
  ['9 082 555 0101', '+27825550101'],
  ['00447700900123', '+447700900123'],
  ['"ACME, Ltd" <0115550142>', '+27115550142'],
  ['Thabo M<102>', '102'],
  ['Ext.10013', '10013'],
  ['tel:+27-82-555-0101', '+27825550101'],
  ['sip:102@pbx', '102'],
  ['sip:102@pbx.nkosi.co.za', '102'],
  ['sip:+27825550101@sbc.nkosi.co.za:5061', '+27825550101'],
  ['T.Mokoena@nkosi.co.za ', 't.mokoena@nkosi.co.za'],
  ['4law@nkosi.co.za', '4law@nkosi.co.za'],
  ['*98', '*98'],
  ['anonymous', null],
  ['Restricted <anonymous>', null],
  ['', null],
])('reads %j as %j', (written, party) => {
  expect(readParty(written, '9')).toBe(party);
});

it('knows who is inside, and the extension of a channel', () => {
  const own = { isOwn: (party: string) => party === '+27825550199', outsidePrefix: '' };
  expect(
    ['102', '+27825550199', '+27825550101', null].map((party) => isInside(party, own)),
  ).toEqual([true, true, false, false]);
  const channels = ['PJSIP/102-0000001f', 'Local/102@from-queue-01', 'PJSIP/trunk-2', 'SIP/telkom'];
  expect(channels.map(channelExtension)).toEqual(['102', '102', null, null]);
});
