import { userStatus } from '@recoup/contract/core/access';
import { changeCell } from '../../src/account/account.service.ts';
import * as incident from '../../src/audit/incident/incident.repository.ts';
import * as annexure from '../../src/call-fees/annexure/annexure.repository.ts';
import * as fees from '../../src/call-fees/call-fees.repository.ts';
import { replaceCallFees } from '../../src/call-fees/call-fees.service.ts';
import * as schedules from '../../src/call-fees/fee-changes.repository.ts';
import * as calls from '../../src/call-records/list/calls.repository.ts';
import * as phones from '../../src/call-records/own-calls/own-call-imports.repository.ts';
import * as parties from '../../src/call-records/set-up/set-up.repository.ts';
import * as prices from '../../src/disbursements/unit-prices.repository.ts';
import * as repricing from '../../src/entries/repricing.repository.ts';
import * as shown from '../../src/entries/vouchers/entry-vouchers.repository.ts';
import * as rights from '../../src/entries/entries.repository.ts';
import * as exports from '../../src/exports/exports.repository.ts';
import * as changes from '../../src/fee-changes/fee-changes.repository.ts';
import { listAttorneysWithTypes } from '../../src/fee-matrix/fee-matrix.repository.ts';
import * as firms from '../../src/firms/firms.repository.ts';
import * as intakes from '../../src/hand-over/intake/intake.repository.ts';
import * as views from '../../src/list-views/list-views.repository.ts';
import * as matters from '../../src/matters/matters.repository.ts';
import * as labels from '../../src/matters/labels/labels.repository.ts';
import * as reminders from '../../src/month-end/reminders/reminders.repository.ts';
import * as signOffs from '../../src/month-end/sign-off/sign-off.repository.ts';
import { AppError } from '../../src/platform/core/app-error.ts';
import { createFirmScope, type FirmScope } from '../../src/platform/core/actor.ts';
import { createLog } from '../../src/platform/core/log.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { markUndone } from '../../src/platform/database/ledger.ts';
import * as attorneyTypes from '../../src/users/attorney-types.repository.ts';
import * as lockedUsers from '../../src/users/locked-users.repository.ts';
import * as registration from '../../src/users/registration/registration.repository.ts';
import * as links from '../../src/vouchers/voucher-links.repository.ts';
import * as stored from '../../src/vouchers/vouchers.repository.ts';
import * as deliveries from '../../src/webhooks/deliveries.repository.ts';
import * as webhooks from '../../src/webhooks/webhooks.repository.ts';
import { auditContext } from '../audit-context.ts';
import { sha256 as hash } from '../vouchers.ts';
import { deleteRows, getRow, insertRows } from '../rows.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { type IsolationCase, isolationCasesOf } from './isolation-case.ts';

const now = new Date('2026-03-18T08:00:00Z');
const sha256 = (text: string) => hash(Buffer.from(text));
const month = { from: '2026-02-01', to: '2026-02-28' };
const attorneyFees = (of: FirmFixture) => ({
  attorneyId: of.people.attorney.id,
  disbursementTypeId: of.type.id,
});
const entryOwner = (of: FirmFixture) => ({ kind: 'entry', id: of.entry.id }) as const;
const shownTo = { entryId: undefined, visibleTo: undefined };
const entryList = (of: FirmFixture) => ({ userId: of.people.admin.id, list: 'entries' as const });
const auditView = (scope: FirmScope) => ({ scope, hidesWork: false });
const noVat = { isVatVendor: false, vatNumber: null, pricesIncludeVat: false };
const settingsOfB = {
  ...noVat,
  reminders: { isOn: true, workingDaysBefore: 3, hour: 17 },
  secondFactor: { policy: 'admins', from: '2026-02-01' },
  informationOfficer: null,
};

/** Guards that no call of the matrix reaches; `npm run mutate` names them. */
export const isolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('account', {
    changeCell: [
      async (trx, own) => {
        const by = await longSignedIn(trx, own);
        return errorCode(
          changeCell(trx, by, { userId: by.actor.userId, cell: '0810000001', password: undefined }),
        );
      },
      'reauthentication_required',
    ],
  }),
  ...isolationCasesOf('users', {
    lockAttorneysByEmail: [
      async (trx, own, of) =>
        (await lockedUsers.lockAttorneysByEmail(trx, own, [of.people.attorney.email])).size,
      0,
    ],
    'lockAttorneysByEmail with an admin': [
      async (trx, _, of) =>
        (
          await lockedUsers.lockAttorneysByEmail(trx, createFirmScope(of.id), [
            of.people.admin.email,
          ])
        ).size,
      0,
    ],
    bumpVersions: [(trx, own, of) => lockedUsers.bumpVersions(trx, own, [of.people.attorney.id])],
    findInitialPassword: [
      (trx, own, of) => registration.findInitialPassword(trx, own, of.people.colleague.email),
      undefined,
    ],
    'findInitialPassword of an admin': [
      (trx, _, of) =>
        registration.findInitialPassword(trx, createFirmScope(of.id), of.people.newcomer.email),
      undefined,
    ],
    isCurrentAdmin: [
      (trx, own, of) => registration.isCurrentAdmin(trx, own, of.people.admin.id),
      false,
    ],
    'replaceTypesOfAttorney of an admin': [
      (trx, _, of) =>
        attorneyTypes.replaceTypesOfAttorney(trx, createFirmScope(of.id), {
          attorneyId: of.people.admin.id,
          typeIds: [],
        }),
    ],
  }),
  ...isolationCasesOf('firms', {
    listEmailsAt: [(trx, own, of) => firms.listActiveEmails(trx, own, [of.domain]), []],
    'listEmailsAt of who is blocked': [
      async (trx, _, of) =>
        (await firms.listActiveEmails(trx, createFirmScope(of.id), [of.domain])).includes(
          of.people.blocked.email,
        ),
      false,
    ],
    getStoredSettings: [(trx, own) => firms.getStoredSettings(trx, own), settingsOfB],
  }),
  ...isolationCasesOf('disbursements', {
    findUnitPriceById: [
      (trx, own, of) => prices.findUnitPriceById(trx, own, of.unitPriceId),
      undefined,
    ],
    supersedeUnitPrices: [
      (trx, own, of) =>
        prices.supersedeUnitPrices(trx, own, {
          disbursementTypeId: of.unusedType.id,
          day: '2026-01-01',
          andLater: true,
          now,
        }),
    ],
  }),
  ...isolationCasesOf('call-fees', {
    countLiveSchedules: [
      (trx, own, of) => schedules.countLiveSchedules(trx, own, of.people.attorney.id),
      0,
    ],
    'supersedeSchedules of a colleague': [
      (trx, _, of) =>
        fees.supersedeSchedules(trx, createFirmScope(of.id), {
          ...attorneyFees(of),
          attorneyId: of.people.colleague.id,
          after: '1999-12-31',
          now,
        }),
    ],
    replaceCallFees: [
      (trx, own, of) =>
        errorCode(
          replaceCallFees(trx, own, {
            ...attorneyFees(of),
            bands: [{ startTime: 0, endTime: 5, additionalTime: 0, chargeCents: 4400 }],
            validFrom: '2026-03-05',
            actorId: of.people.admin.id,
            now,
          }),
        ),
      'not_found',
    ],
    listFeesAround: [
      (trx, own, of) =>
        annexure.listFeesAround(trx, own, {
          attorneyIds: [of.people.attorney.id],
          on: '2026-03-18',
        }),
      [],
    ],
    listChangedSince: [
      async (trx, own, of) =>
        (await schedules.listChangedSince(trx, own, new Date(0))).filter(
          ({ attorneyId }) => attorneyId === of.people.attorney.id,
        ),
      [],
    ],
  }),
  ...isolationCasesOf('fee-changes', {
    setRepriced: [
      (trx, own, of) => changes.setRepriced(trx, own, { id: of.rateChange.id, repriced: 9 }),
    ],
    markUndone: [
      (trx, own, of) =>
        markUndone(trx, own, {
          ledger: 'rateChanges',
          id: of.rateChange.id,
          userId: of.people.admin.id,
          now,
        }),
    ],
  }),
  ...isolationCasesOf('fee-matrix', {
    'listAttorneysWithTypes without admins': [
      async (trx, _, of) =>
        (await listAttorneysWithTypes(trx, createFirmScope(of.id))).some(
          ({ id }) => id === of.people.admin.id,
        ),
      false,
    ],
  }),
  ...isolationCasesOf('list-views', {
    listViewRows: [(trx, own, of) => views.listViewRows(trx, own, entryList(of)), []],
    findHiddenColumns: [(trx, own, of) => views.findHiddenColumns(trx, own, entryList(of)), []],
  }),
  ...isolationCasesOf('matters', {
    updatePhones: [
      (trx, own, of) =>
        matters.updatePhones(trx, own, { matterId: of.matter.id, phones: [], now: new Date() }),
    ],
    findFirmName: [(trx, own) => labels.findFirmName(trx, own)],
    findChosenDelimiter: [(trx, own) => matters.findChosenDelimiter(trx, own), ';'],
  }),
  ...isolationCasesOf('vouchers', {
    findByHash: [
      async (trx, own, of) => stored.findByHash(trx, own, sha256(`voucher ${of.secret}`)),
      undefined,
    ],
    findPiece: [
      async (trx, own, of) => stored.findPiece(trx, own, { voucherId: of.voucher.id, place: 0 }),
      undefined,
    ],
    markLinked: [
      async (trx, own, of) => stored.markLinked(trx, own, { id: of.voucher.id, now }),
      false,
    ],
    listLinkRows: [
      async (trx, own, of) =>
        links.listLinkRows(trx, own, { owner: entryOwner(of), withWithdrawn: true }),
      [],
    ],
    findActiveLink: [
      async (trx, own, of) =>
        links.findActiveLink(trx, own, { owner: entryOwner(of), voucherId: of.voucher.id }),
      undefined,
    ],
    countLinks: [async (trx, own, of) => links.countLinks(trx, own, entryOwner(of)), 0],
  }),
  ...isolationCasesOf('entries', {
    findShownVoucher: [
      async (trx, own, of) => shown.findShownVoucher(trx, own, { ...shownTo, id: of.voucher.id }),
      undefined,
    ],
    findAccountVoucher: [
      async (trx, own, of) => shown.findAccountVoucher(trx, own, of.voucher.id),
      undefined,
    ],
    listRights: [(trx, own, of) => rights.listRights(trx, own, of.people.delegate.id), []],
    listCollected: [
      async (trx, own, of) => {
        const cells = [{ ...attorneyFees(of), next: null, scheduleId: of.raisedScheduleId }];
        await repricing.collectEntries(trx, createFirmScope(of.id), { cells, from: '2026-01-01' });
        const lengths = await repricing.listUnpriced(trx);
        return repricing.listCollected(trx, own, { lengths, limit: 5 });
      },
      [],
    ],
  }),
  ...isolationCasesOf('exports', {
    findLatestExportSummary: [
      (trx, own, of) => exports.findLatestExportSummary(trx, own, of.people.admin.id),
      undefined,
    ],
    getCsvChoice: [
      (trx, own) => exports.getCsvChoice(trx, own),
      { csvDelimiter: ';', mailProfile: 'systems' },
    ],
  }),
  ...isolationCasesOf('call-records', {
    listOwnParties: [(trx, own) => parties.listOwnParties(trx, own)],
    listMatterNumbers: [(trx, own) => phones.listMatterNumbers(trx, own)],
    listPartiesOfOthers: [
      (trx, own, of) => phones.listPartiesOfOthers(trx, own, of.people.attorney.id),
    ],
    findOwnParty: [(trx, own, of) => phones.findOwnParty(trx, own, of.people.attorney.id), ''],
    'listAttorneyNames of calls': [
      (trx, own, of) => calls.listAttorneyNames(trx, own, [of.people.attorney.id]),
      [],
    ],
  }),
  ...isolationCasesOf('hand-over', {
    listTakenFiles: [
      (trx, own) =>
        intakes.listTakenFiles(trx, own, [{ name: 'taken over', bytes: 1, modifiedAt: now }]),
    ],
  }),
  ...isolationCasesOf('webhooks', {
    listAdminEmails: [(trx, own) => webhooks.listAdminEmails(trx, own)],
    hasDeliverySince: [
      (trx, own, of) =>
        deliveries.hasDeliverySince(trx, own, {
          webhookId: of.webhook.id,
          event: 'export.closed',
          since: now,
        }),
      false,
    ],
  }),
  ...isolationCasesOf('month-end', {
    'listAttorneyMonths without admins': [
      async (trx, _, of) => {
        const months = await signOffs.listAttorneyMonths(trx, createFirmScope(of.id), month);
        return months.some(({ attorney }) => attorney._id === of.people.admin.id);
      },
      false,
    ],
    deleteSignOff: [
      (trx, own, of) =>
        signOffs.deleteSignOff(trx, own, { attorneyId: of.people.attorney.id, ...month }),
      false,
    ],
    findReminderSettings: [
      async (trx, own) => (await reminders.findReminderSettings(trx, own))?.hour,
      17,
    ],
    listActivePeople: [(trx, own) => reminders.listActivePeople(trx, own)],
    'listActivePeople without blocked ones': [
      async (trx, _, of) => {
        const people = await reminders.listActivePeople(trx, createFirmScope(of.id));
        const others = [of.people.blocked.id, of.people.inactive.id];
        return people.some(({ id }) => others.includes(id));
      },
      false,
    ],
    listUnreminded: [
      (trx, own, of) =>
        reminders.listUnreminded(trx, own, {
          day: '2026-02-26',
          monthFrom: month.from,
          users: [of.people.attorney.id, of.people.admin.id],
        }),
      [],
    ],
    'listUnreminded of a day with a reminder': [
      (trx, _, of) =>
        reminders.listUnreminded(trx, createFirmScope(of.id), {
          day: '2026-02-27',
          monthFrom: month.from,
          users: [of.people.colleague.id, of.people.blocked.id],
        }),
      [],
    ],
    markReminded: [(trx, own) => reminders.markReminded(trx, own, '2026-02-27')],
  }),
  ...isolationCasesOf('audit', {
    findKeyName: [
      async (trx, own, of) => {
        const line = { firmId: of.id, at: now, action: 'api-key.created', subjectId: of.apiKey.id };
        await insertRows(trx, 'auditLog', { ...line, details: JSON.stringify({ name: of.mark }) });
        const found = await incident.findKeyName(trx, auditView(own), of.apiKey.id);
        await deleteRows(trx, 'auditLog', { subjectId: of.apiKey.id });
        return found;
      },
      undefined,
    ],
    listMeasures: [
      async (trx, own, of) => {
        const person = of.people.attorney.id;
        const line = { firmId: of.id, at: now, action: 'user.blocked', subjectId: person };
        await insertRows(trx, 'auditLog', line);
        const found = await incident.listMeasures(trx, auditView(own), {
          person,
          since: new Date(0),
        });
        await deleteRows(trx, 'auditLog', { at: now, subjectId: person });
        return found;
      },
      [],
    ],
  }),
];

/** A user of firm B whose sign-in is long ago. */
async function longSignedIn(trx: Trx, scope: FirmScope) {
  const active = { firmId: scope.firmId, status: userStatus.active };
  const { id: userId } = await getRow(trx, 'users', active);
  const log = createLog({ destination: { write() {} } });
  return { ...auditContext(scope, { userId, authenticatedAt: new Date(0) }), log };
}

/** The error code of a service; the database may reject too, but without a code. */
async function errorCode(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'done',
    (error: unknown) => (error instanceof AppError ? error.code : String(error)),
  );
}
