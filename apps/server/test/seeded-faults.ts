import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { ExceptionCode } from '@recoup/contract/month-end/exceptions';
import type { Db } from '../src/platform/database/connections.ts';
import { anAttorneyWithout, type FaultFirm, given } from './fault-firm.ts';
import { aCheckedLayout, aMail, anExport, keepEntries, withOldPassword } from './fault-rows.ts';
import { aDisbursementType, aMatter, callFees } from './factories.ts';
import { insertRows, getRow, updateRows } from './rows.ts';
import { aStoredVoucher, aVoucherLink } from './vouchers.ts';

/** An open call of the attorney of five minutes on Tuesday, 17 February 2026. Returns its id. */
async function aCallRecord(db: Db, of: FaultFirm): Promise<string> {
  const [firmId, sourceId, importId, id] = [of.firm.id, newId(), newId(), newId()];
  const createdAt = new Date('2026-02-17T15:00:00Z');
  const { email } = await getRow(db, 'users', { id: of.attorney.id });
  await insertRows(db, 'callSources', {
    firmId,
    id: sourceId,
    system: 'csv',
    name: 'Switch',
    createdAt,
  });
  await insertRows(db, 'callImports', {
    firmId,
    id: importId,
    number: 1,
    sourceId,
    userId: of.attorney.id,
    sha256: Buffer.from('x'),
    createdAt,
    added: 1,
    extended: 0,
    repeated: 0,
    unanswered: 0,
    internal: 0,
    private: 0,
  });
  await insertRows(db, 'callRecords', {
    firmId,
    id,
    sourceId,
    callKey: 'a',
    importId,
    startedAt: new Date('2026-02-17T08:00:00Z'),
    seconds: 300,
    direction: 'out',
    ownParty: email.toLowerCase(),
    otherParty: '+27825550101',
    legs: '{}',
  });
  return id;
}

/** The same with an entry of that day and length. Returns the id of the entry. */
async function aCallByHand(db: Db, of: FaultFirm): Promise<string> {
  await aCallRecord(db, of);
  return given(db, of, { minutes: 5 });
}

export async function aVoucherOf(db: Db, of: FaultFirm, entryId: string): Promise<void> {
  const [firmId, linkedAt] = [of.firm.id, at('2026-02-17')];
  const voucherId = await aStoredVoucher(db, { firmId, content: Buffer.from(entryId), linkedAt });
  const added = { addedBy: of.attorney.id, addedAt: linkedAt };
  await aVoucherLink(db, { firmId, entryId, voucherId, ...added });
}

/** Returns the id of the subject in which it must be found; or the values of one entry. */
export type Seed = ((db: Db, firm: FaultFirm) => Promise<unknown>) | Parameters<typeof given>[2];

const at = (day: string, time = '15:00'): Date => new Date(`${day}T${time}:00Z`);

/** Each is found exactly once, and nothing else with it. */
export const faults: readonly [name: string, code: ExceptionCode, seed: Seed][] = [
  ['an attorney without any fees', 'NOFEE', async (db, of) => anAttorneyWithout(db, of, 'fees')],
  [
    'fees that ended within the period',
    'NOFEE',
    async (db, { firm, attorney, call }) => {
      await callFees(db, { firm, attorney, type: call }, { upTo: {}, validFrom: '2026-02-20' });
      return attorney.id;
    },
  ],
  [
    'fees that end for a part of the period',
    'NOFEE',
    async (db, { firm, attorney, call }) => {
      await callFees(db, { firm, attorney, type: call }, { upTo: {}, validFrom: '2026-02-10' });
      const upTo = { 5: 1000 };
      await callFees(db, { firm, attorney, type: call }, { upTo, validFrom: '2026-02-11' });
      return attorney.id;
    },
  ],
  [
    'no fees on the earlier day on which an entry happened',
    'NOFEE',
    async (db, of) => {
      const fees = { firm: of.firm, attorney: of.attorney, type: of.call };
      await callFees(db, fees, { upTo: {}, validFrom: '2026-01-12' });
      await callFees(db, fees, { upTo: { 5: 1000 }, validFrom: '2026-01-13' });
      await given(db, of, { minutes: 5, happenedOn: '2026-01-12' });
      return of.attorney.id;
    },
  ],
  [
    'a second type without fees',
    'NOFEE',
    async (db, { firm, attorney }) => {
      const type = await aDisbursementType(db, firm, { fixed: false, calculated: true });
      const link = { firmId: firm.id, userId: attorney.id, disbursementTypeId: type.id };
      await insertRows(db, 'userDisbursementTypes', { ...link, position: 9 });
      return attorney.id;
    },
  ],
  [
    'a type without an account',
    'LAYOUT',
    async (db, of) => {
      await aCheckedLayout(db, of);
      const type = await aDisbursementType(db, of.firm, {});
      return given(db, of, { disbursementTypeId: type.id });
    },
  ],
  ['a call of no matter', 'LOOSE', async (db, of) => aCallRecord(db, of)],
  ['a call that was recorded by hand', 'DUPCALL', async (db, of) => aCallByHand(db, of)],
  ['tomorrow', 'FUTURE', { date: '2026-03-04' }],
  ['a day of next year', 'FUTURE', { date: '2027-02-26' }],
  ['a closed matter', 'CLOSED', { matter: { status: 'Closed' } }],
  ['a matter opened later', 'CLOSED', { matter: { opened: '2026-02-18' } }],
  ['a call for nothing', 'ZERO', { minutes: 5, amountCents: 0 }],
  ['copies for nothing', 'ZERO', { quantity: 5, amountCents: 0 }],
  [
    'a call twice',
    'DUPSAME',
    async (db, of) => {
      const matterId = of.matter.id;
      await given(db, of, { minutes: 7, matterId });
      return given(db, of, { minutes: 7, matterId, createdAt: at('2026-02-17', '15:01') });
    },
  ],
  [
    'copies twice',
    'DUPSAME',
    async (db, of) => {
      const matterId = of.matter.id;
      await given(db, of, { quantity: 7, matterId });
      return given(db, of, { quantity: 7, matterId, createdAt: at('2026-02-17', '15:01') });
    },
  ],
  [
    'a typed amount twice',
    'DUPSAME',
    async (db, of) => {
      const matterId = of.matter.id;
      await given(db, of, { matterId });
      const createdAt = at('2026-02-17', '15:01');
      return given(db, of, { matterId, narration: 'Another text', createdAt });
    },
  ],
  [
    'an exported entry once more',
    'DUPSAME',
    async (db, { firm }) => {
      const {
        exportId: _,
        vatCents: __,
        ...exported
      } = await db
        .selectFrom('entries')
        .where('firmId', '=', firm.id)
        .where('exportId', 'is not', null)
        .selectAll()
        .limit(1)
        .executeTakeFirstOrThrow();
      const copy = { ...exported, id: newId() };
      await insertRows(db, 'entries', copy);
      return copy.id;
    },
  ],
  [
    'two calls in three minutes',
    'DUPTWO',
    async (db, of) => {
      await given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:00') });
      return given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:03') });
    },
  ],
  [
    'two calls in ten minutes, recorded the other way round',
    'DUPTWO',
    async (db, of) => {
      const later = await given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:10') });
      await given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:00') });
      return later;
    },
  ],
  [
    'two calls with one of the same matter between',
    'DUPTWO',
    async (db, of) => {
      const matterId = of.matter.id;
      await given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:00'), matterId });
      await given(db, of, { minutes: 8, startedAt: at('2026-02-17', '09:04'), matterId });
      return given(db, of, { minutes: 7, startedAt: at('2026-02-17', '09:12') });
    },
  ],
  ['a call of five hours', 'LONG', { minutes: 300 }],
  [
    'a call of 121 minutes of a new attorney',
    'LONG',
    async (db, of) => {
      const attorneyId = await anAttorneyWithout(db, of, 'entries');
      return given(db, of, { minutes: 121, attorneyId });
    },
  ],
  ['dear copies', 'DEAR', { quantity: 40, amountCents: 90_000 }],
  ['a dear short call', 'DEAR', { minutes: 5, amountCents: 90_000 }],
  ['recorded after 31 days', 'LATE', { date: '2026-02-02', createdAt: at('2026-03-05') }],
  ['recorded when its day was closed', 'LATE', { date: '2026-01-30', createdAt: at('2026-02-02') }],
  [
    'copies without the narration that is wanted',
    'NARR',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { wantsNarration: true });
      return given(db, of, { disbursementTypeId: type.id, narration: null });
    },
  ],
  [
    'a blank narration',
    'NARR',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { wantsNarration: true });
      return given(db, of, { disbursementTypeId: type.id, narration: '' });
    },
  ],
  [
    'copies without the voucher that is needed',
    'NOVOUCHER',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { needsVoucher: true });
      return given(db, of, { disbursementTypeId: type.id });
    },
  ],
  [
    'a withdrawn voucher',
    'NOVOUCHER',
    async (db, of) => {
      const type = await aDisbursementType(db, of.firm, { needsVoucher: true });
      const id = await given(db, of, { disbursementTypeId: type.id });
      await aVoucherOf(db, of, id);
      const withdrawn = { withdrawnAt: at('2026-02-20'), withdrawnReason: 'The wrong one' };
      const by = { withdrawnBy: of.attorney.id };
      await updateRows(db, 'entryVouchers', { entryId: id }, { ...withdrawn, ...by });
      return id;
    },
  ],
  ['nothing recorded', 'NONE', async (db, of) => keepEntries(db, of, 0)],
  ['one entry only', 'DROP', async (db, of) => keepEntries(db, of, 1)],
  ['less than half', 'DROP', async (db, of) => keepEntries(db, of, 29)],
  ...(
    [
      ['80 % of a cap', 10_000, 8_000],
      ['all but a cent of a cap', 10_000, 9_999],
      ['a cap', 10_000, 10_000],
      ['more than a cap', 10_000, 10_001],
    ] as const
  ).map(([name, capCents, amountCents]): (typeof faults)[number] => [
    name,
    'CAP',
    async (db, of) => {
      const matter = await aMatter(db, of.firm, { capCents, attorneyId: of.attorney.id });
      await given(db, of, { matterId: matter.id, minutes: 5, amountCents });
      return matter.id;
    },
  ]),
  ['a mail that failed', 'MAILBAD', async (db, of) => aMail(db, of, { exportId: of.exportId })],
  ['an invitation that failed', 'MAILBAD', async (db, of) => aMail(db, of, { exportId: null })],
  [
    'an export that nobody took',
    'UNSENT',
    async (db, of) => anExport(db, of, { createdAt: at('2026-02-27', '07:59') }),
  ],
  [
    'a reopened export',
    'REOPENED',
    async (db, of) => {
      const id = await anExport(db, of, {
        createdAt: at('2026-03-01'),
        fetchedAt: at('2026-03-01'),
        toDate: '2026-02-28',
        reopenedAt: at('2026-03-02'),
        reopenedBy: of.admin.id,
        reopenReason: 'A mistake',
      });
      return id;
    },
  ],
  ['a matter of nobody', 'NOATT', async (db, { firm }) => (await aMatter(db, firm)).id],
  ['a Saturday', 'WEEKEND', { date: '2026-02-21' }],
  ['a Sunday', 'WEEKEND', { date: '2026-02-22' }],
  [
    'a line of a Monday for what happened on the Saturday before',
    'WEEKEND',
    { date: '2026-02-23', happenedOn: '2026-02-21' },
  ],
  ["New Year's Day", 'WEEKEND', { date: '2026-01-01' }],
  ['other minutes than were measured', 'MEASURE', { minutes: 5, seconds: 301 }],
  [
    'a call that began on the day before',
    'MEASURE',
    { minutes: 6, startedAt: at('2026-02-16', '21:59') },
  ],
  [
    'a call that began on the day of its line, and happened before',
    'MEASURE',
    { minutes: 6, startedAt: at('2026-02-17', '10:00'), happenedOn: '2026-02-16' },
  ],
  ['the initial password of an attorney', 'OLDPWD', async (db, of) => withOldPassword(db, of, {})],
  [
    'the initial password of an admin',
    'OLDPWD',
    async (db, of) => withOldPassword(db, of, { role: role.attorneyAdmin }),
  ],
];
