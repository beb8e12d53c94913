import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionLevels } from '@recoup/contract/month-end/exceptions';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aCleanFirm } from '../../../test/clean-firm.ts';
import type { FaultFirm } from '../../../test/fault-firm.ts';
import { faults } from '../../../test/seeded-faults.ts';
import { noFaults } from '../../../test/near-faults.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { toException, exceptionQuery } from './exceptions.service.ts';
import { findExceptions } from './exceptions.repository.ts';
import { deepIt } from '../../../test/deep.ts';

const test = useApp();
const ctx: { of?: FaultFirm } = {};
const firmOf = (): FaultFirm => ctx.of as FaultFirm; // set in beforeAll

beforeAll(async () => {
  const clean = await aCleanFirm(test);
  const [attorney = { id: '' }] = clean.attorneys;
  const matter = await test.aMatter(clean.firm, { attorneyId: attorney.id });
  const { id: exportId } = await test.getRow('exports', { firmId: clean.firm.id }, ['id']);
  ctx.of = { ...clean, attorney, matter, exportId };
});

async function exceptionsOf(db: Db, to?: string): Promise<Exception[]> {
  const firm = createFirmScope(firmOf().firm.id);
  const query = await exceptionQuery(db, firm, { to, now: test.clock.now() });
  const page = await findExceptions(db, query, { limit: 10_000, offset: 0 });
  return page.rows.map(toException);
}

/** What is found after `seed`, which is rolled back. */
async function foundAfter<T>(seed: (db: Db) => Promise<T>, to?: string): Promise<[T, Exception[]]> {
  const rollback = new Error('rolled back');
  let found: [T, Exception[]] | undefined;
  await test.db
    .transaction()
    .execute(async (trx) => {
      const seeded = await seed(trx);
      found = [seeded, await exceptionsOf(trx, to)];
      throw rollback;
    })
    .catch((error: unknown) => {
      if (error !== rollback) throw error;
    });
  if (!found) throw new Error('nothing was looked for');
  return found;
}

const summary = ({ code, subject }: Exception) => [code, subject._id];

it('finds nothing in a clean firm', async () => {
  expect(await exceptionsOf(test.db)).toEqual([]);
  expect(await exceptionsOf(test.db, '2026-02-28')).toEqual([]);
});

deepIt('warns of less than 0.5 % of 10,000 clean entries', async () => {
  const { firm } = await aCleanFirm(test, { entries: 10_000 });
  const scope = createFirmScope(firm.id);
  const query = await exceptionQuery(test.db, scope, { now: test.clock.now() });
  const { rows } = await findExceptions(test.db, query, { limit: 10_000, offset: 0 });
  const levels = rows.map(({ code }) => exceptionLevels[code]);
  expect(levels.filter((level) => level === 'block')).toEqual([]);
  expect(levels.filter((level) => level === 'warn').length).toBeLessThan(50);
});

it('knows at least 40 kinds of faults', () => {
  expect(new Set(faults.map(([name]) => name)).size).toBeGreaterThanOrEqual(40);
});

it.each(faults)('finds %s exactly once', async (_, code, seed) => {
  // Only a month tells that too little was recorded, and only an open end finds days to come.
  const to = code === 'NONE' || code === 'DROP' ? '2026-02-28' : undefined;
  const [subject, found] = await foundAfter(async (db) => seed(db, firmOf()), to);
  expect(found.map(summary)).toEqual([[code, subject]]);
  const [exception] = found;
  expect(exception?.message).not.toMatch(/undefined|null|NaN|\[object/);
  expect(exception?.subject.name).not.toBe('');
  expect(exception?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
});

it.each(noFaults)('does not take %s for a fault', async (_, seed) => {
  const [, found] = await foundAfter(async (db) => seed(db, firmOf()));
  expect(found.map(summary)).toEqual([]);
});
