import { newId } from '@recoup/contract/ids';
import * as fees from '../../src/call-fees/call-fees.repository.ts';
import * as types from '../../src/disbursements/disbursements.repository.ts';
import * as firms from '../../src/firms/firms.repository.ts';
import * as imports from '../../src/matters/imports.repository.ts';
import * as matters from '../../src/matters/matters.repository.ts';
import * as attorneyTypes from '../../src/users/attorney-types.repository.ts';
import * as users from '../../src/users/users.repository.ts';
import { mintFirmScope } from '../../src/platform/actor.ts';
import { all, type InnerDoor, now } from './inner-door.ts';
import { recordDoors } from './inner-doors-records.ts';
import type { Side } from './sides.ts';

const key = (of: Side) => ({ attorneyId: of.people.attorney.id, disbursementTypeId: of.type.id });
const title = { title: 'Renamed', fixed: true, calculated: true, active: true, version: 9 };

const people: readonly InnerDoor[] = [
  { room: 'users', name: 'listUsers', open: (trx, own) => users.listUsers(trx, own, {}) },
  { room: 'users', name: 'findUser', open: (trx, own, of) => users.findUser(trx, own, of.people.attorney.id), answers: undefined },
  { room: 'users', name: 'lockUser', open: (trx, own, of) => users.lockUser(trx, own, of.people.attorney.id), answers: undefined },
  { room: 'users', name: 'lockFirm', open: (trx, own) => users.lockFirm(trx, own) },
  { room: 'users', name: 'isCurrentAdmin', open: (trx, own, of) => users.isCurrentAdmin(trx, own, of.people.admin.id), answers: false },
  { room: 'users', name: 'listDomainsOfFirm', open: (trx, own) => users.listDomainsOfFirm(trx, own.firmId) },
  {
    room: 'users',
    name: 'listTypesOfAttorney',
    open: (trx, own, of) => attorneyTypes.listTypesOfAttorney(trx, own, of.people.attorney.id),
    answers: [],
  },
  {
    room: 'users',
    name: 'replaceTypesOfAttorney',
    open: (trx, own, of) => attorneyTypes.replaceTypesOfAttorney(trx, own, { attorneyId: of.people.attorney.id, typeIds: [] }),
  },
  { room: 'firms', name: 'listFirms', open: (trx, own) => firms.listFirms(trx, own, {}) },
  { room: 'firms', name: 'findFirm', open: (trx, own) => firms.findFirm(trx, own) },
  { room: 'firms', name: 'lockFirm', open: (trx, own) => firms.lockFirm(trx, own) },
  { room: 'firms', name: 'listEmailsAt', open: (trx, own, of) => firms.listEmailsAt(trx, own, [of.domain]), answers: [] },
  { room: 'firms', name: 'replaceDomains', open: (trx, own) => firms.replaceDomains(trx, own, ['only-one.co.za']) },
  {
    room: 'firms',
    name: 'updateFirmRow',
    open: (trx, own) => firms.updateFirmRow(trx, own, { name: 'Renamed', adminId: null, logo: undefined }),
  },
];

const charges: readonly InnerDoor[] = [
  { room: 'disbursements', name: 'listDisbursementTypes', open: (trx, own) => types.listDisbursementTypes(trx, own, {}) },
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
    open: (trx, own, of) => types.isTitleTaken(trx, own, { title: `Call ${of.mark}`, exceptId: newId() }),
    answers: false,
  },
  {
    room: 'disbursements',
    name: 'updateDisbursementType',
    open: (trx, own, of) => types.updateDisbursementType(trx, own, { id: of.type.id, ...title }),
  },
  { room: 'call-fees', name: 'findSchedule', open: (trx, own, of) => fees.findSchedule(trx, own, key(of)), answers: undefined },
  {
    room: 'call-fees',
    name: 'findScheduleById',
    open: (trx, own, of) => fees.findScheduleById(trx, own, of.scheduleId),
    answers: undefined,
  },
  { room: 'call-fees', name: 'listPastSchedules', open: (trx, own, of) => fees.listPastSchedules(trx, own, key(of)), answers: [] },
  {
    room: 'call-fees',
    name: 'listPricedTypes',
    open: (trx, own, of) => fees.listPricedTypes(trx, own, of.people.attorney.id),
    answers: [],
  },
  { room: 'call-fees', name: 'endSchedule', open: (trx, own, of) => fees.endSchedule(trx, own, { ...key(of), now }) },
  {
    room: 'call-fees',
    name: 'endSchedule of a colleague',
    open: (trx, _, of) => fees.endSchedule(trx, mintFirmScope(of.id), { ...key(of), attorneyId: of.people.colleague.id, now }),
  },
  { room: 'call-fees', name: 'findAssignment', open: (trx, own, of) => fees.findAssignment(trx, own, key(of)), answers: 'no_attorney' },
  {
    room: 'call-fees',
    name: 'findAssignment of an admin',
    open: (trx, _, of) => fees.findAssignment(trx, mintFirmScope(of.id), { ...key(of), attorneyId: of.people.admin.id }),
    answers: 'no_attorney',
  },
];

const columns = ['Matter Number', 'Description'];
const intake: readonly InnerDoor[] = [
  { room: 'matters', name: 'listMatters', open: (trx, own) => matters.listMatters(trx, own, {}) },
  { room: 'matters', name: 'streamMatters', open: (trx, own) => all(matters.streamMatters(trx, own, {})) },
  { room: 'matters', name: 'listAttorneyNames', open: (trx, own) => matters.listAttorneyNames(trx, own) },
  { room: 'matters', name: 'hasMatter', open: (trx, own, of) => matters.hasMatter(trx, own, of.matter.id), answers: false },
  { room: 'matters', name: 'listImports', open: (trx, own) => imports.listImports(trx, own, {}) },
  { room: 'matters', name: 'findImport', open: (trx, own, of) => imports.findImport(trx, own, of.import.id), answers: undefined },
  {
    room: 'matters',
    name: 'lockChangedMatters',
    open: (trx, own, of) => imports.lockChangedMatters(trx, own, of.import.id),
    answers: { changedSince: 0, withEntries: 0, example: null },
  },
  {
    room: 'matters',
    name: 'revertImport',
    open: (trx, own, of) => imports.revertImport(trx, own, { id: of.import.id, userId: of.people.admin.id, now }),
  },
  {
    room: 'matters',
    name: 'findMapping',
    open: async (trx, own, of) => {
      await imports.replaceMapping(trx, mintFirmScope(of.id), { columns, mapping: { number: of.secret }, now });
      const found = await imports.findMapping(trx, own, columns);
      await trx.deleteFrom('importMappings').execute();
      return found;
    },
    answers: undefined,
  },
];

/** Every function of a repository that takes a firm and could be asked for another one's rows. */
export const innerDoors: readonly InnerDoor[] = [...people, ...charges, ...intake, ...recordDoors];
