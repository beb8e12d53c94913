import { userStatus } from '@recoup/contract/core/access';
import type { Db } from '../src/platform/database/connections.ts';
import { type FaultFirm, given } from './fault-firm.ts';
import { aDisbursementType, aMatter, assignTypes, aUser, callFees } from './factories.ts';
import { aCheckedLayout, aMail, anExport, withOldPassword } from './fault-rows.ts';
import { getRow } from './rows.ts';

type NearFault = [name: string, seed: (db: Db, firm: FaultFirm) => Promise<unknown>];

const at = (day: string, time = '15:00'): Date => new Date(`${day}T${time}:00Z`);

/** What comes close to a fault and is none. */
export const noFaults: readonly NearFault[] = [
  [
    'entries that fit the layout with which they are checked',
    async (db, of) => {
      await aCheckedLayout(db, of);
      await given(db, of, { minutes: 7, narration: '=1+1' });
    },
  ],
  [
    'a call as it was measured',
    async (db, of) =>
      given(db, of, { minutes: 6, seconds: 301, startedAt: at('2026-02-16', '22:00') }),
  ],
  [
    'a line of a Saturday for a call of a working day',
    async (db, of) =>
      given(db, of, {
        date: '2026-02-21',
        happenedOn: '2026-02-17',
        minutes: 6,
        startedAt: at('2026-02-17', '10:00'),
      }),
  ],
  ['today', async (db, of) => given(db, of, { date: '2026-03-03' })],
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
  [
    'a matter opened that day',
    async (db, of) => given(db, of, { matter: { opened: '2026-02-17' } }),
  ],
  [
    'a type that is free of charge',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { isFree: true });
      return given(db, of, { disbursementTypeId: type.id, amountCents: 0 });
    },
  ],
  ['one cent', async (db, of) => given(db, of, { minutes: 1, amountCents: 1 })],
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
  ['two hours', async (db, of) => given(db, of, { minutes: 120 })],
  [
    'recorded after thirty days',
    async (db, of) => given(db, of, { date: '2026-02-02', createdAt: at('2026-03-04', '21:59') }),
  ],
  ['no narration where none is wanted', async (db, of) => given(db, of, { narration: null })],
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
  ['a working day', async (db, of) => given(db, of, { date: '2026-02-20' })],
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
