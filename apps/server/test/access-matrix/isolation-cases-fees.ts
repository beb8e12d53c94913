import { newId } from '@recoup/contract/core/ids';
import * as fees from '../../src/call-fees/call-fees.repository.ts';
import { replaceCallFees } from '../../src/call-fees/call-fees.service.ts';
import * as types from '../../src/disbursements/disbursements.repository.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { type IsolationCase, now, refusalOf } from './isolation-case.ts';
import type { FirmFixture } from './firm-fixture.ts';

const key = (of: FirmFixture) => ({
  attorneyId: of.people.attorney.id,
  disbursementTypeId: of.type.id,
});
const bands = [{ startTime: 0, endTime: 5, additionalTime: 0, chargeCents: 4400 }];
const title = { title: 'Renamed', fixed: true, calculated: true, active: true, version: 9 };

export const feeIsolationCases: readonly IsolationCase[] = [
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
