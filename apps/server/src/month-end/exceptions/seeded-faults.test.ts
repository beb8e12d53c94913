import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { exceptionLevels } from '@recoup/contract/month-end/exceptions';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aCleanFirm } from '../../../test/clean-firm.ts';
import { type FaultFirm, given } from '../../../test/fault-firm.ts';
import { aVoucherOf, faults, type Seed } from '../../../test/seeded-faults.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import type { Db } from '../../platform/database/connections.ts';
import { toException, exceptionQuery } from './exceptions.service.ts';
import { findExceptions } from './exceptions.repository.ts';
import { deepIt } from '../../../test/deep.ts';
import { userStatus } from '@recoup/contract/core/access';
import {
  aDisbursementType,
  aMatter,
  assignTypes,
  aUser,
  callFees,
} from '../../../test/factories.ts';
import { aCheckedLayout, aMail, anExport, withOldPassword } from '../../../test/fault-rows.ts';
import { getRow } from '../../../test/rows.ts';

type NearFault = [name: string, seed: Seed];

const at = (day: string, time = '15:00'): Date => new Date(`${day}T${time}:00Z`);

/** Rows that come close to a fault and are none. */
const noFaults: readonly NearFault[] = [
  [
    'entries that fit the layout with which they are checked',
    async (db, of) => {
      await aCheckedLayout(db, of);
      await given(db, of, { minutes: 7, narration: '=1+1' });
    },
  ],
  ['a call as it was measured', { minutes: 6, seconds: 301, startedAt: at('2026-02-16', '22:00') }],
  [
    'a line of a Saturday for a call of a working day',
    {
      date: '2026-02-21',
      happenedOn: '2026-02-17',
      minutes: 6,
      startedAt: at('2026-02-17', '10:00'),
    },
  ],
  ['today', { date: '2026-03-03' }],
  [
    'fees that end after the period',
    async (db, { firm, attorney, call }) =>
      callFees(db, { firm, attorney, type: call }, { upTo: {}, validFrom: '2026-03-04' }),
  ],
  [
    'an inactive attorney without fees',
    async (db, { firm }) => {
      await aUser(db, { firm, status: userStatus.inactive });
      await assignTypes(db, firm);
    },
  ],
  [
    'a type that is no longer in use and has no fees',
    async (db, { firm }) => {
      await aDisbursementType(db, firm, { calculated: true, active: false });
      await assignTypes(db, firm);
    },
  ],
  ['a matter opened that day', { matter: { opened: '2026-02-17' } }],
  [
    'a type that is free of charge',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { isFree: true });
      return given(db, of, { disbursementTypeId: type.id, amountCents: 0 });
    },
  ],
  [
    'a voucher that is needed and there',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { needsVoucher: true });
      await aVoucherOf(db, of, await given(db, of, { disbursementTypeId: type.id }));
    },
  ],
  [
    'nothing charged where a voucher is needed',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { needsVoucher: true, isFree: true });
      await given(db, of, { disbursementTypeId: type.id, amountCents: 0 });
    },
  ],
  [
    'a reversal where a voucher is needed',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { needsVoucher: true });
      const locked = { disbursementTypeId: type.id, exportId: of.exportId };
      await reversed(db, of, await given(db, of, locked));
    },
  ],
  ['one cent', { minutes: 1, amountCents: 1 }],
  [
    'the same call on another matter',
    async (db, of) => [await given(db, of, { minutes: 7 }), await given(db, of, { minutes: 7 })],
  ],
  [
    'two calls in eleven minutes',
    async (db, of) => [
      await given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:00') }),
      await given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:11') }),
    ],
  ],
  [
    'two calls at once on one matter',
    async (db, of) => [
      await given(db, of, {
        minutes: 7,
        startedAt: at('2026-02-17', '09:00'),
        matterId: of.matter.id,
      }),
      await given(db, of, {
        minutes: 8,
        startedAt: at('2026-02-17', '09:01'),
        matterId: of.matter.id,
      }),
    ],
  ],
  [
    'a reversal on a closed matter',
    async (db, of) => {
      const locked = { minutes: 7, exportId: of.exportId, matter: { status: 'Closed' } };
      await reversed(db, of, await given(db, of, locked));
    },
  ],
  [
    'the same again in the place of a reversed entry',
    async (db, of) => {
      const call = { minutes: 7, matterId: of.matter.id };
      const id = await given(db, of, { ...call, exportId: of.exportId });
      await reversed(db, of, id);
      await given(db, of, { ...call, replaces: id });
    },
  ],
  [
    'a late replacement on the day of what it replaces',
    async (db, of) => {
      const date = '2026-02-02';
      const id = await given(db, of, { date, minutes: 7, exportId: of.exportId });
      await reversed(db, of, id);
      await given(db, of, { date, minutes: 8, replaces: id, createdAt: at('2026-03-06') });
    },
  ],
  [
    'a reversed entry on a closed matter whose export was reopened',
    async (db, of) =>
      reversed(db, of, await given(db, of, { minutes: 7, matter: { status: 'Closed' } })),
  ],
  ['two hours', { minutes: 120 }],
  ['recorded after thirty days', { date: '2026-02-02', createdAt: at('2026-03-04', '21:59') }],
  ['no narration where none is wanted', { narration: null }],
  [
    'less than 80 % of a cap',
    async (db, of) => {
      const matter = await aMatter(db, of.firm, { capCents: 10_000, attorneyId: of.attorney.id });
      await given(db, of, { matterId: matter.id, minutes: 5, amountCents: 7_999 });
    },
  ],
  [
    'a failed mail that was sent again',
    async (db, of) => [
      await aMail(db, of, { exportId: of.exportId }),
      await aMail(db, of, {
        exportId: of.exportId,
        state: 'sent',
        createdAt: at('2026-02-21'),
        toAddress: 'right@accounts.co.za',
      }),
    ],
  ],
  [
    'a reminder that was too late',
    async (db, of) => aMail(db, of, { exportId: null, sendUntil: at('2026-02-20') }),
  ],
  [
    'an export of three days',
    async (db, of) => anExport(db, of, { createdAt: at('2026-02-28', '08:01') }),
  ],
  [
    'an export that was mailed',
    async (db, of) => {
      const exportId = await anExport(db, of, { createdAt: at('2026-02-20') });
      await aMail(db, of, { exportId, state: 'sent' });
    },
  ],
  [
    'a reopened export whose entries are in a later one',
    async (db, of) => {
      const reopening = { reopenedBy: of.admin.id, reopenReason: 'A mistake' };
      const more = { fetchedAt: at('2026-02-02'), toDate: '2026-01-31' };
      const createdAt = at('2026-02-01', '07:00');
      await anExport(db, of, {
        createdAt,
        reopenedAt: at('2026-02-01', '07:30'),
        ...reopening,
        ...more,
      });
    },
  ],
  ['a pending matter of nobody', async (db, { firm }) => aMatter(db, firm, { status: 'Pending' })],
  ['a working day', { date: '2026-02-20' }],
  [
    'an initial password of two weeks',
    async (db, of) => withOldPassword(db, of, { invitedAt: at('2026-02-17', '08:01') }),
  ],
];

async function reversed(db: Db, of: FaultFirm, id: string): Promise<void> {
  const { matterId } = await getRow(db, 'entries', { id });
  const negative = { minutes: -7, amountCents: -1_000 };
  await given(db, of, { ...negative, matterId, reverses: id, reversalReason: 'Not ours' });
}

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
async function foundAfter(seed: Seed, to?: string): Promise<[unknown, Exception[]]> {
  const rollback = new Error('rolled back');
  const insert = typeof seed === 'function' ? seed : (db: Db) => given(db, firmOf(), seed);
  let found: [unknown, Exception[]] | undefined;
  await test.db
    .transaction()
    .execute(async (trx) => {
      const seeded = await insert(trx, firmOf());
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
  const [subject, found] = await foundAfter(seed, to);
  expect(found.map(summary)).toEqual([[code, subject]]);
  const [exception] = found;
  expect(exception?.message).not.toMatch(/undefined|null|NaN|\[object/);
  expect(exception?.subject.name).not.toBe('');
  expect(exception?.fingerprint).toMatch(/^[0-9a-f]{32}$/);
});

it.each(noFaults)('does not take %s for a fault', async (_, seed) => {
  const [, found] = await foundAfter(seed);
  expect(found.map(summary)).toEqual([]);
});
