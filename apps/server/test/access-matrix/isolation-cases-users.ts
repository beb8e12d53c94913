import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { changeCell } from '../../src/account/account.service.ts';
import { listFirms } from '../../src/firms/firm-list.repository.ts';
import * as firms from '../../src/firms/firms.repository.ts';
import * as attorneyTypes from '../../src/users/attorney-types.repository.ts';
import * as registration from '../../src/users/registration/registration.repository.ts';
import * as lockedUsers from '../../src/users/locked-users.repository.ts';
import { listUsers } from '../../src/users/user-list.repository.ts';
import { findUser } from '../../src/users/users.repository.ts';
import { type FirmScope, createFirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { createLog } from '../../src/platform/core/log.ts';
import { type IsolationCase, now, refusalOf } from './isolation-case.ts';

/** Somebody of firm B whose password was given long ago. */
async function somebody(trx: Trx, scope: FirmScope) {
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
  };
  return {
    actor,
    address: '10.1.1.1',
    requestId: 'x',
    now,
    log: createLog({ destination: { write() {} } }),
  };
}

export const userIsolationCases: readonly IsolationCase[] = [
  {
    room: 'account',
    name: 'changeCell',
    open: async (trx, own) => {
      const by = await somebody(trx, own);
      return refusalOf(
        changeCell(trx, by, { userId: by.actor.userId, cell: '0810000001', password: undefined }),
      );
    },
    answers: 'reauthentication_required',
  },
  { room: 'users', name: 'listUsers', open: (trx, own) => listUsers(trx, own, {}) },
  {
    room: 'users',
    name: 'findUser',
    open: (trx, own, of) => findUser(trx, own, of.people.attorney.id),
    answers: undefined,
  },
  {
    room: 'users',
    name: 'lockUser',
    open: (trx, own, of) => lockedUsers.lockUser(trx, own, of.people.attorney.id),
    answers: undefined,
  },
  {
    room: 'users',
    name: 'lockAdmins',
    open: (trx, own) => lockedUsers.lockAdmins(trx, own, newId()),
  },
  {
    room: 'users',
    name: 'lockAdmins with a former admin',
    open: async (trx, own, of) =>
      (await lockedUsers.lockAdmins(trx, own, of.people.former.id)).some(
        ({ id }) => id === of.people.former.id,
      ),
    answers: false,
  },
  {
    room: 'users',
    name: 'lockAdmins with an attorney',
    open: async (trx, _, of) =>
      (await lockedUsers.lockAdmins(trx, createFirmScope(of.id), of.people.attorney.id)).some(
        ({ id }) => id === of.people.attorney.id,
      ),
    answers: false,
  },
  {
    room: 'users',
    name: 'lockFirm',
    open: async (trx, own) =>
      (await registration.lockFirmName(trx, own)) === (await firms.findFirm(trx, own))?.name,
    answers: true,
  },
  {
    room: 'users',
    name: 'findInitialPassword',
    open: (trx, own, of) => registration.findInitialPassword(trx, own, of.people.colleague.email),
    answers: undefined,
  },
  {
    room: 'users',
    name: 'findInitialPassword of an admin',
    open: (trx, _, of) =>
      registration.findInitialPassword(trx, createFirmScope(of.id), of.people.newcomer.email),
    answers: undefined,
  },
  {
    room: 'users',
    name: 'isCurrentAdmin',
    open: (trx, own, of) => registration.isCurrentAdmin(trx, own, of.people.admin.id),
    answers: false,
  },
  {
    room: 'users',
    name: 'listDomainsOfFirm',
    open: (trx, own) => registration.listDomainsOfFirm(trx, own.firmId),
  },
  {
    room: 'users',
    name: 'listTypesOfAttorney',
    open: (trx, own, of) => attorneyTypes.listTypesOfAttorney(trx, own, of.people.attorney.id),
    answers: [],
  },
  {
    room: 'users',
    name: 'replaceTypesOfAttorney',
    open: (trx, own, of) =>
      attorneyTypes.replaceTypesOfAttorney(trx, own, {
        attorneyId: of.people.attorney.id,
        typeIds: [],
      }),
  },
  {
    room: 'users',
    name: 'listTypesOfAttorney of an admin',
    open: (trx, _, of) =>
      attorneyTypes.listTypesOfAttorney(trx, createFirmScope(of.id), of.people.admin.id),
    answers: [],
  },
  {
    room: 'users',
    name: 'replaceTypesOfAttorney of an admin',
    open: (trx, _, of) =>
      attorneyTypes.replaceTypesOfAttorney(trx, createFirmScope(of.id), {
        attorneyId: of.people.admin.id,
        typeIds: [],
      }),
  },
  { room: 'firms', name: 'listFirms', open: (trx, own) => listFirms(trx, own, {}) },
  { room: 'firms', name: 'findFirm', open: (trx, own) => firms.findFirm(trx, own) },
  {
    room: 'firms',
    name: 'lockFirm',
    open: async (trx, own) =>
      (await firms.lockFirm(trx, own))?.name === (await firms.findFirm(trx, own))?.name,
    answers: true,
  },
  {
    room: 'firms',
    name: 'listEmailsAt',
    open: (trx, own, of) => firms.listActiveEmails(trx, own, [of.domain]),
    answers: [],
  },
  {
    room: 'firms',
    name: 'listEmailsAt of who is blocked',
    open: async (trx, _, of) =>
      (await firms.listActiveEmails(trx, createFirmScope(of.id), [of.domain])).includes(
        of.people.blocked.email,
      ),
    answers: false,
  },
  {
    room: 'firms',
    name: 'listForeignDomains',
    open: (trx, _, of) => firms.findDomainsTakenByOthers(trx, createFirmScope(of.id), [of.domain]),
    answers: [],
  },
  {
    room: 'firms',
    name: 'replaceDomains',
    open: (trx, own) => firms.replaceDomains(trx, own, ['only-one.co.za']),
  },
  {
    room: 'firms',
    name: 'updateFirmRow',
    open: (trx, own) =>
      firms.updateFirmFields(trx, own, { name: 'Renamed', adminId: null, logo: undefined }),
  },
];
