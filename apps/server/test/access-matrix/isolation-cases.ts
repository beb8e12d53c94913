import { role, userStatus } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import { changeCell } from '../../src/account/account.service.ts';
import * as fees from '../../src/call-fees/call-fees.repository.ts';
import { replaceCallFees } from '../../src/call-fees/call-fees.service.ts';
import * as types from '../../src/disbursements/disbursements.repository.ts';
import * as firms from '../../src/firms/firms.repository.ts';
import * as attorneyTypes from '../../src/users/attorney-types.repository.ts';
import * as registration from '../../src/users/registration/registration.repository.ts';
import * as users from '../../src/users/users.repository.ts';
import { type FirmScope, createFirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { createLog } from '../../src/platform/core/log.ts';
import { type InnerDoor, now, refusalOf } from './inner-door.ts';
import { intakeDoors } from './inner-doors-intake.ts';
import { recordDoors } from './inner-doors-records.ts';
import type { Side } from './sides.ts';

const key = (of: Side) => ({ attorneyId: of.people.attorney.id, disbursementTypeId: of.type.id });
const bands = [{ startTime: 0, endTime: 5, additionalTime: 0, chargeCents: 4400 }];
const title = { title: 'Renamed', fixed: true, calculated: true, active: true, version: 9 };

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

const people: readonly InnerDoor[] = [
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
  { room: 'users', name: 'listUsers', open: (trx, own) => users.listUsers(trx, own, {}) },
  {
    room: 'users',
    name: 'findUser',
    open: (trx, own, of) => users.findUser(trx, own, of.people.attorney.id),
    answers: undefined,
  },
  {
    room: 'users',
    name: 'lockUser',
    open: (trx, own, of) => users.lockUser(trx, own, of.people.attorney.id),
    answers: undefined,
  },
  {
    room: 'users',
    name: 'lockOtherAdmins',
    open: (trx, own) => users.lockOtherAdmins(trx, own, newId()),
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
  { room: 'firms', name: 'listFirms', open: (trx, own) => firms.listFirms(trx, own, {}) },
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

const charges: readonly InnerDoor[] = [
  {
    room: 'disbursements',
    name: 'listDisbursementTypes',
    open: (trx, own) => types.listDisbursementTypes(trx, own, {}),
  },
  {
    room: 'disbursements',
    name: 'findDisbursementType',
    open: (trx, own, of) => types.findDisbursementType(trx, own, of.type.id),
    answers: undefined,
  },
  {
    room: 'disbursements',
    name: 'lockDisbursementType',
    open: (trx, own, of) => types.lockDisbursementType(trx, own, of.type.id),
    answers: undefined,
  },
  {
    room: 'disbursements',
    name: 'isTitleTaken',
    open: (trx, own, of) =>
      types.isTitleTaken(trx, own, { title: `Call ${of.mark}`, exceptId: newId() }),
    answers: false,
  },
  {
    room: 'disbursements',
    name: 'updateDisbursementTypeRow',
    open: (trx, own, of) => types.updateDisbursementTypeRow(trx, own, { id: of.type.id, ...title }),
  },
  {
    room: 'call-fees',
    name: 'findSchedule',
    open: (trx, own, of) => fees.findSchedule(trx, own, key(of)),
    answers: undefined,
  },
  {
    room: 'call-fees',
    name: 'findScheduleById',
    open: (trx, own, of) => fees.findScheduleById(trx, own, of.scheduleId),
    answers: undefined,
  },
  {
    room: 'call-fees',
    name: 'listPastSchedules',
    open: (trx, own, of) => fees.listPastSchedules(trx, own, key(of)),
    answers: [],
  },
  {
    room: 'call-fees',
    name: 'listPricedTypes',
    open: (trx, own, of) => fees.listPricedTypes(trx, own, of.people.attorney.id),
    answers: [],
  },
  {
    room: 'call-fees',
    name: 'endSchedule',
    open: (trx, own, of) => fees.endSchedule(trx, own, { ...key(of), now }),
  },
  {
    room: 'call-fees',
    name: 'endSchedule of a colleague',
    open: (trx, _, of) =>
      fees.endSchedule(trx, createFirmScope(of.id), {
        ...key(of),
        attorneyId: of.people.colleague.id,
        now,
      }),
  },
  {
    room: 'call-fees',
    name: 'replaceCallFees',
    open: (trx, own, of) =>
      refusalOf(replaceCallFees(trx, own, { ...key(of), bands, actorId: of.people.admin.id, now })),
    answers: 'not_found',
  },
  {
    room: 'call-fees',
    name: 'findAssignment',
    open: (trx, own, of) => fees.findAssignment(trx, own, key(of)),
    answers: 'no_attorney',
  },
  {
    room: 'call-fees',
    name: 'findAssignment of an admin',
    open: (trx, _, of) =>
      fees.findAssignment(trx, createFirmScope(of.id), {
        ...key(of),
        attorneyId: of.people.admin.id,
      }),
    answers: 'no_attorney',
  },
];

/** Every function of a repository that takes a firm and could be asked for another one's rows. */
export const innerDoors: readonly InnerDoor[] = [
  ...people,
  ...charges,
  ...intakeDoors,
  ...recordDoors,
];
