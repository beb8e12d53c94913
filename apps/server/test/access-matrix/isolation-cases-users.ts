import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { changeCell } from '../../src/account/account.service.ts';
import { listFirms } from '../../src/firms/firms.repository.ts';
import * as firmSettings from '../../src/firms/firm-settings.repository.ts';
import * as firms from '../../src/firms/firms.repository.ts';
import * as attorneyTypes from '../../src/users/attorney-types.repository.ts';
import * as recordingRights from '../../src/users/recording-rights.repository.ts';
import * as registration from '../../src/users/registration/registration.repository.ts';
import * as lockedUsers from '../../src/users/locked-users.repository.ts';
import { listAttorneysWithTypes } from '../../src/fee-matrix/fee-matrix.repository.ts';
import { listUsers } from '../../src/users/users.repository.ts';
import { findUser } from '../../src/users/users.repository.ts';
import { type FirmScope, createFirmScope, noFactor } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { createLog } from '../../src/platform/core/log.ts';
import { type IsolationCase, now, refusalOf, isolationCasesOf } from './isolation-case.ts';

/** A user of firm B whose sign-in is long ago. */
async function longSignedIn(trx: Trx, scope: FirmScope) {
  const query = trx
    .selectFrom('users')
    .where('firmId', '=', scope.firmId)
    .where('status', '=', userStatus.active);
  const { id: userId } = await query.select('id').executeTakeFirstOrThrow();
  const session = {
    session: 'full',
    sessionId: newId(),
    authenticatedAt: new Date(0),
    endsAt: now,
  } as const;
  const actor = {
    userId,
    name: 'Some Body',
    email: 'some@body.co.za',
    role: role.attorneyAdmin,
    scope,
    ...session,
    ...noFactor,
  };
  return {
    actor,
    address: '10.1.1.1',
    requestId: 'x',
    now,
    log: createLog({ destination: { write() {} } }),
  };
}

const noVat = { isVatVendor: false, vatNumber: null, pricesIncludeVat: false };
const settingsOfB = {
  ...noVat,
  reminders: { isOn: true, workingDaysBefore: 3, hour: 17 },
  secondFactor: { policy: 'admins', from: '2026-02-01' },
  informationOfficer: null,
};

export const userIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('account', {
    changeCell: [
      async (trx, own) => {
        const by = await longSignedIn(trx, own);
        return refusalOf(
          changeCell(trx, by, { userId: by.actor.userId, cell: '0810000001', password: undefined }),
        );
      },
      'reauthentication_required',
    ],
  }),
  ...isolationCasesOf('users', {
    listUsers: [(trx, own) => listUsers(trx, own, {})],
    findUser: [(trx, own, of) => findUser(trx, own, { id: of.people.attorney.id, now }), undefined],
    lockUser: [(trx, own, of) => lockedUsers.lockUser(trx, own, of.people.attorney.id), undefined],
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
    lockAdmins: [(trx, own) => lockedUsers.lockAdmins(trx, own, newId())],
    'lockAdmins with a former admin': [
      async (trx, own, of) =>
        (await lockedUsers.lockAdmins(trx, own, of.people.former.id)).some(
          ({ id }) => id === of.people.former.id,
        ),
      false,
    ],
    'lockAdmins with an attorney': [
      async (trx, _, of) =>
        (await lockedUsers.lockAdmins(trx, createFirmScope(of.id), of.people.attorney.id)).some(
          ({ id }) => id === of.people.attorney.id,
        ),
      false,
    ],
    lockFirm: [
      async (trx, own) =>
        (await registration.lockFirmName(trx, own)) === (await firms.findFirm(trx, own))?.name,
      true,
    ],
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
    listDomainsOfFirm: [(trx, own) => registration.listDomainsOfFirm(trx, own.firmId)],
    listTypesOfAttorney: [
      (trx, own, of) => attorneyTypes.listTypesOfAttorney(trx, own, of.people.attorney.id),
      [],
    ],
    replaceTypesOfAttorney: [
      (trx, own, of) =>
        attorneyTypes.replaceTypesOfAttorney(trx, own, {
          attorneyId: of.people.attorney.id,
          typeIds: [],
        }),
    ],
    listRecordedFor: [
      (trx, own, of) => recordingRights.listRecordedFor(trx, own, of.people.delegate.id),
      [],
    ],
    listAttorneyIds: [
      async (trx, own, of) =>
        (await recordingRights.listAttorneyIds(trx, own, [of.people.attorney.id])).size,
      0,
    ],
    'listAttorneyIds of an admin': [
      async (trx, _, of) =>
        (await recordingRights.listAttorneyIds(trx, createFirmScope(of.id), [of.people.admin.id]))
          .size,
      0,
    ],
    changeRecordedFor: [
      (trx, own, of) =>
        recordingRights.changeRecordedFor(trx, own, {
          userId: of.people.delegate.id,
          added: [],
          removed: [of.people.colleague.id],
        }),
    ],
    'changeRecordedFor of another firm': [
      (trx, own, of) =>
        recordingRights.changeRecordedFor(trx, own, {
          userId: of.people.delegate.id,
          added: [of.people.attorney.id],
          removed: [],
        }),
    ],
    'listTypesOfAttorney of an admin': [
      (trx, _, of) =>
        attorneyTypes.listTypesOfAttorney(trx, createFirmScope(of.id), of.people.admin.id),
      [],
    ],
    'replaceTypesOfAttorney of an admin': [
      (trx, _, of) =>
        attorneyTypes.replaceTypesOfAttorney(trx, createFirmScope(of.id), {
          attorneyId: of.people.admin.id,
          typeIds: [],
        }),
    ],
  }),
  ...isolationCasesOf('fee-matrix', {
    listAttorneysWithTypes: [(trx, own) => listAttorneysWithTypes(trx, own)],
    'listAttorneysWithTypes without admins': [
      async (trx, _, of) =>
        (await listAttorneysWithTypes(trx, createFirmScope(of.id))).some(
          ({ id }) => id === of.people.admin.id,
        ),
      false,
    ],
  }),
  ...isolationCasesOf('firms', {
    listFirms: [(trx, own) => listFirms(trx, own, {})],
    findFirm: [(trx, own) => firms.findFirm(trx, own)],
    lockFirm: [
      async (trx, own) =>
        (await firms.lockFirm(trx, own))?.name === (await firms.findFirm(trx, own))?.name,
      true,
    ],
    listEmailsAt: [(trx, own, of) => firms.listActiveEmails(trx, own, [of.domain]), []],
    'listEmailsAt of who is blocked': [
      async (trx, _, of) =>
        (await firms.listActiveEmails(trx, createFirmScope(of.id), [of.domain])).includes(
          of.people.blocked.email,
        ),
      false,
    ],
    listForeignDomains: [
      (trx, _, of) => firms.findDomainsTakenByOthers(trx, createFirmScope(of.id), [of.domain]),
      [],
    ],
    replaceDomains: [(trx, own) => firms.replaceDomains(trx, own, ['only-one.co.za'])],
    updateFirmRow: [
      (trx, own) =>
        firms.updateFirmFields(trx, own, { name: 'Renamed', adminId: null, logo: undefined }),
    ],
    getFirmSettings: [(trx, own) => firmSettings.getFirmSettings(trx, own), settingsOfB],
    lockFirmSettings: [(trx, own) => firmSettings.lockFirmSettings(trx, own), settingsOfB],
    updateFirmSettings: [
      (trx, own) =>
        firmSettings.updateFirmSettings(trx, own, {
          ...noVat,
          reminders: { isOn: false, workingDaysBefore: 1, hour: 1 },
          secondFactor: { policy: 'off', from: null },
          informationOfficer: null,
        }),
    ],
  }),
];
