import { newId } from '@recoup/contract/core/ids';
import * as annexure from '../../src/call-fees/annexure/annexure.repository.ts';
import * as fees from '../../src/call-fees/call-fees.repository.ts';
import * as manyFees from '../../src/call-fees/fee-changes.repository.ts';
import { replaceCallFees } from '../../src/call-fees/call-fees.service.ts';
import * as prices from '../../src/disbursements/unit-prices.repository.ts';
import * as types from '../../src/disbursements/disbursements.repository.ts';
import { createFirmScope } from '../../src/platform/core/actor.ts';
import { type IsolationCase, now, refusalOf, isolationCasesOf } from './isolation-case.ts';
import type { FirmFixture } from './firm-fixture.ts';

const key = (of: FirmFixture) => ({
  attorneyId: of.people.attorney.id,
  disbursementTypeId: of.type.id,
});
const bands = [{ startTime: 0, endTime: 5, additionalTime: 0, chargeCents: 4400 }];
const day = '2026-03-05';
const priced = (of: FirmFixture) => ({
  disbursementTypeId: of.unusedType.id,
  day: '2026-01-01',
});
const title = {
  title: 'Renamed',
  fixed: true,
  calculated: true,
  active: true,
  wantsNarration: false,
  isFree: false,
  vat: 'cost' as const,
  version: 9,
};

export const feeIsolationCases: readonly IsolationCase[] = [
  ...isolationCasesOf('disbursements', {
    listDisbursementTypes: [(trx, own) => types.listDisbursementTypes(trx, own, {})],
    findDisbursementType: [
      (trx, own, of) => types.findDisbursementType(trx, own, of.type.id),
      undefined,
    ],
    lockDisbursementType: [
      (trx, own, of) => types.lockDisbursementType(trx, own, of.type.id),
      undefined,
    ],
    isTitleTaken: [
      (trx, own, of) =>
        types.isTitleTaken(trx, own, { title: `Call ${of.mark}`, exceptId: newId() }),
      false,
    ],
    updateDisbursementTypeRow: [
      (trx, own, of) => types.updateDisbursementTypeRow(trx, own, { id: of.type.id, ...title }),
    ],
  }),
  ...isolationCasesOf('disbursements', {
    findValidUnitPrice: [
      (trx, own, of) => prices.findValidUnitPrice(trx, own, priced(of)),
      undefined,
    ],
    findUnitPriceById: [
      (trx, own, of) => prices.findUnitPriceById(trx, own, of.unitPriceId),
      undefined,
    ],
    listLiveUnitPrices: [(trx, own) => prices.listLiveUnitPrices(trx, own)],
    'listLiveUnitPrices of a type': [
      (trx, own, of) => prices.listLiveUnitPrices(trx, own, [of.unusedType.id]),
      [],
    ],
    listPastUnitPrices: [
      (trx, own, of) => prices.listPastUnitPrices(trx, own, of.unusedType.id),
      [],
    ],
    countLiveUnitPrices: [
      (trx, own, of) => prices.countLiveUnitPrices(trx, own, of.unusedType.id),
      { ofType: 0, ofFirm: 2 },
    ],
    supersedeUnitPrices: [
      (trx, own, of) =>
        prices.supersedeUnitPrices(trx, own, { ...priced(of), andLater: true, now }),
    ],
  }),
  ...isolationCasesOf('call-fees', {
    findScheduleOn: [
      (trx, own, of) => fees.findScheduleOn(trx, own, { ...key(of), day }),
      undefined,
    ],
    listLiveSchedules: [
      (trx, own, of) => fees.listLiveSchedules(trx, own, { attorneyIds: [of.people.attorney.id] }),
      [],
    ],
    countLiveSchedules: [
      (trx, own, of) => manyFees.countLiveSchedules(trx, own, of.people.attorney.id),
      0,
    ],
    findScheduleById: [(trx, own, of) => fees.findScheduleById(trx, own, of.scheduleId), undefined],
    listPastSchedules: [(trx, own, of) => fees.listPastSchedules(trx, own, key(of)), []],
    supersedeSchedules: [
      (trx, own, of) =>
        fees.supersedeSchedules(trx, own, { ...key(of), validFrom: '2000-01-01', now }),
    ],
    'supersedeSchedules of a colleague': [
      (trx, _, of) =>
        fees.supersedeSchedules(trx, createFirmScope(of.id), {
          ...key(of),
          attorneyId: of.people.colleague.id,
          after: '1999-12-31',
          now,
        }),
    ],
    replaceCallFees: [
      (trx, own, of) =>
        refusalOf(
          replaceCallFees(trx, own, {
            ...key(of),
            bands,
            validFrom: day,
            actorId: of.people.admin.id,
            now,
          }),
        ),
      'not_found',
    ],
    listSchedulesOn: [(trx, own) => manyFees.listSchedulesOn(trx, own, day)],
    supersedeMany: [
      (trx, own, of) =>
        manyFees.supersedeMany(trx, own, {
          schedules: [{ ...key(of), bands, validFrom: '2000-01-01' }],
          now,
        }),
    ],
    insertSchedules: [
      (trx, own, of) =>
        refusalOf(
          manyFees.insertSchedules(trx, own, {
            schedules: [{ ...key(of), bands, validFrom: day }],
            actorId: of.people.admin.id,
            now,
          }),
        ),
    ],
    findAssignment: [(trx, own, of) => fees.findAssignment(trx, own, key(of)), 'no_attorney'],
    'findAssignment of an admin': [
      (trx, _, of) =>
        fees.findAssignment(trx, createFirmScope(of.id), {
          ...key(of),
          attorneyId: of.people.admin.id,
        }),
      'no_attorney',
    ],
    listActiveAttorneys: [(trx, own) => annexure.listActiveAttorneys(trx, own)],
    getLetterhead: [(trx, own) => annexure.getLetterhead(trx, own)],
    findAttorney: [
      (trx, own, of) => annexure.findAttorney(trx, own, of.people.attorney.id),
      undefined,
    ],
    'findAttorney of an admin': [
      (trx, _, of) => annexure.findAttorney(trx, createFirmScope(of.id), of.people.admin.id),
      undefined,
    ],
    listRecordableTypes: [
      (trx, own, of) => annexure.listRecordableTypes(trx, own, [of.people.attorney.id]),
      [],
    ],
    listFeesAround: [
      (trx, own, of) =>
        annexure.listFeesAround(trx, own, {
          attorneyIds: [of.people.attorney.id],
          on: '2026-03-18',
        }),
      [],
    ],
  }),
];
