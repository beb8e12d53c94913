import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { sql } from 'kysely';
import { beforeEach, expect, it } from 'vitest';
import { deepIt } from '../../../test/deep.ts';
import { useApp } from '../../../test/app.ts';
import { aCleanFirm } from '../../../test/clean-firm.ts';
import { given } from '../../../test/fault-firm.ts';
import { keepEntries } from '../../../test/fault-rows.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { findExceptions } from './exceptions.repository.ts';
import { exceptionQuery } from './exceptions.service.ts';

const test = useApp();
type Firm = Awaited<ReturnType<typeof aFaultlessFirm>>;
let f: Firm;

async function aFaultlessFirm() {
  const clean = await aCleanFirm(test);
  const [attorney] = clean.attorneys;
  if (!attorney) throw new Error('no attorney');
  const by = { attorneyId: attorney.id, opened: '2025-01-01' };
  return { ...clean, attorney, matter: await test.aMatter(clean.firm, by), exportId: '' };
}

beforeEach(async () => {
  f = await aFaultlessFirm();
});

const list = async (query: string, token = f.token): Promise<Exception[]> => {
  const reply = await test.call(`GET /exceptions${query}`, { token });
  return reply.json<{ data: Exception[] }>().data;
};
const states = async (query: string, token = f.token) =>
  (await list(query, token)).map(({ accepted, hasLapsed }) => {
    if (accepted !== null) return 'accepted';
    return hasLapsed ? 'lapsed' : 'open';
  });
const accept = async (found: readonly Exception[]): Promise<number> => {
  const items = found.map(({ code, subject, fingerprint }) => ({ code, subject, fingerprint }));
  const body = { reason: 'Looked at', items };
  return (await test.call('POST /exceptions/acceptances', { token: f.token, body })).statusCode;
};

it('keeps an accepted month accepted in views of a part of it', async () => {
  await keepEntries(test.db, f, 0);
  const [month, part] = ['?to=2026-02-28&code=NONE', '?to=2026-02-27&code=NONE'];
  expect(await accept(await list(part))).toBe(201);
  expect([await states(part), await states(month)]).toEqual([['accepted'], ['lapsed']]);
  expect(await accept(await list(month))).toBe(201);
  expect([await states(part), await states(month)]).toEqual([['accepted'], ['accepted']]);
});

it('opens missing call fees again when they are missing on other days', async () => {
  const cell = { firm: f.firm, attorney: f.attorney, type: f.call };
  await test.callFees(cell, { upTo: {}, validFrom: '2026-02-20' });
  expect(await accept(await list('?to=2026-02-28&code=NOFEE'))).toBe(201);
  expect(await states('?to=2026-02-28&code=NOFEE')).toEqual(['accepted']);
  await test.callFees(cell, { upTo: { 5: 1000 }, validFrom: '2026-03-01' });
  await test.callFees(cell, { upTo: {}, validFrom: '2026-06-10' });
  expect(await states('?from=2026-06-01&to=2026-06-30&code=NOFEE')).toEqual(['lapsed']);
});

it('opens a cap again with each further fifth of it', async () => {
  const capCents = 100_00;
  await test.updateRows('matters', { id: f.matter.id }, { capCents });
  const record = async (amountCents: number, minutes: number) =>
    given(test.db, f, { matterId: f.matter.id, amountCents, minutes });
  await record(105_00, 3);
  expect(await accept(await list('?code=CAP'))).toBe(201);
  await record(14_99, 4);
  expect(await states('?code=CAP')).toEqual(['accepted']);
  await record(1, 5);
  expect(await states('?code=CAP')).toEqual(['lapsed']);
});

it('opens a free entry again on another matter or day', async () => {
  const id = await given(test.db, f, { matterId: f.matter.id, amountCents: 0 });
  for (const change of [{ matterId: f.matters[3]?.id ?? '' }, { date: '2026-02-19' }]) {
    expect(await accept(await list('?code=ZERO'))).toBe(201);
    expect(await states('?code=ZERO')).toEqual(['accepted']);
    await test.updateRows('entries', { id }, change);
    expect(await states('?code=ZERO')).toEqual(['lapsed']);
  }
});

it('does not depend on the time zone of the connection', async () => {
  await given(test.db, f, { minutes: 7, startedAt: new Date('2026-02-17T09:00:00Z') });
  await given(test.db, f, { minutes: 7, startedAt: new Date('2026-02-17T09:03:00Z') });
  await invitedOn('2026-01-31T22:30:00Z');
  const zones = ['UTC', 'Africa/Johannesburg', 'Asia/Tokyo'];
  const found = await Promise.all(zones.map(fingerprintsIn));
  expect(found[0]?.map(({ code }) => code)).toEqual(expect.arrayContaining(['DUPTWO', 'OLDPWD']));
  expect([found[1], found[2]]).toEqual([found[0], found[0]]);
});

it('names the South African day of an invitation', async () => {
  await invitedOn('2026-01-31T22:30:00Z');
  expect((await list('?code=OLDPWD')).map(({ message }) => message)).toEqual([
    expect.stringContaining('since 1 February 2026'),
  ]);
});

it('does not call an entry late for a day that had not ended at the closing', async () => {
  test.clock.set(new Date('2026-02-23T08:00:00Z'));
  await given(test.db, f, { date: '2026-02-20', matterId: f.matter.id });
  const token = await test.signIn(f.admin);
  await test.db
    .deleteFrom('entries')
    .where('firmId', '=', f.firm.id)
    .where('exportId', 'is', null)
    .where('date', '>', '2026-02-23')
    .execute();
  expect(await test.call('POST /exports', { token, body: { to: '2026-02-28' } })).toAnswer(201);
  const record = async (date: string, minutes: number) =>
    test.anEntry(
      { firm: f.firm, attorney: f.attorney, matter: f.matter, type: f.call },
      { date, minutes, createdAt: new Date('2026-02-23T12:00:00Z') },
    );
  await record('2026-02-23', 4);
  const late = await record('2026-02-22', 5);
  expect((await list('?code=LATE', token)).map(({ subject }) => subject._id)).toEqual([late.id]);
});

it('words one usual entry as one', async () => {
  await test.deleteRows('entries', { firmId: f.firm.id });
  const by = { firm: f.firm, attorney: f.attorney, matter: f.matter, type: f.call };
  for (const date of ['2025-11-12', '2025-12-10', '2026-01-14'])
    await test.anEntry(by, { date, createdAt: new Date(`${date}T15:00:00Z`) });
  expect(
    (await list('?from=2026-02-01&to=2026-02-28&code=NONE')).map((each) => each.message),
  ).toEqual(['Recorded nothing; about 1 entry is usual by now.']);
});

deepIt('lets all attorneys of a firm read their own exceptions at once', async () => {
  const tokens = [];
  for (let number = 0; number < 60; number += 1) {
    const attorney = await test.aUser({ firm: f.firm });
    tokens.push(await test.signIn(attorney));
  }
  const replies = await Promise.all(
    [...tokens, f.token].map((token) => test.call('GET /exceptions', { token })),
  );
  expect(new Set(replies.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
});

it('rejects an exception under another kind of subject', async () => {
  await given(test.db, f, { matterId: f.matter.id, amountCents: 0 });
  const [found] = await list('?code=ZERO');
  if (!found) throw new Error('no exception');
  const subject = { ...found.subject, kind: 'mail' as const };
  expect(await accept([{ ...found, subject }])).toBe(409);
});

async function invitedOn(at: string): Promise<void> {
  const { id } = await test.aUser({ firm: f.firm });
  const change = { passwordResetRequired: true, invitedAt: new Date(at) };
  await test.updateRows('users', { id }, change);
}

async function fingerprintsIn(zone: string) {
  return test.db.transaction().execute(async (trx) => {
    await sql`select set_config('TimeZone', ${zone}, true)`.execute(trx);
    const scope = createFirmScope(f.firm.id);
    const query = await exceptionQuery(trx, scope, { now: test.clock.now() });
    const { rows } = await findExceptions(trx, query, { limit: 50, offset: 0 });
    return rows.map(({ code, fingerprint }) => ({ code, fingerprint }));
  });
}
