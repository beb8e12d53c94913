import { PassThrough } from 'node:stream';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import * as merges from '../../src/call-records/decisions/call-merges.repository.ts';
import * as decisions from '../../src/call-records/decisions/decisions.repository.ts';
import * as imports from '../../src/call-records/import/call-imports.repository.ts';
import * as staging from '../../src/call-records/import/call-staging.repository.ts';
import * as calls from '../../src/call-records/list/calls.repository.ts';
import * as compared from '../../src/call-records/list/compared-calls.repository.ts';
import * as sources from '../../src/call-records/set-up/set-up.repository.ts';
import type { FirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { extensionOf } from './fixture-calls.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';

/** The attorney's call of firm A in a file of firm B. */
async function stage(trx: Trx, own: FirmScope, of: FirmFixture): Promise<void> {
  // Nothing is copied: the connection of the transaction is not at hand.
  const place = await staging.createCallStaging(trx, () => new PassThrough().resume());
  await place.end();
  await sql`insert into staged_legs values (1, 'a', 'a', null, ${now}, 60, 'out',
    ${extensionOf(of)}, ${`private ${of.secret}`}, ${`${of.secret}/1`})`.execute(trx);
  const file = { sourceId: of.callSource.id, zone: 'UTC', importId: newId() };
  await staging.collectCalls(trx, own, file);
}

const counts = { added: 0, extended: 0, repeated: 0, unanswered: 0, internal: 0, private: 0 };
const keptSource = {
  system: 'csv',
  name: 'Other',
  zone: 'UTC',
  outsidePrefix: '',
  mapping: {},
} as const;
const decided = (of: FirmFixture) => ({ by: of.people.admin.id, now });

const filed = isolationCasesOf('call-records', {
  collectCalls: [
    async (trx, own, of) => {
      await stage(trx, own, of);
      return staging.countCalls(trx, { known: 0 });
    },
    { added: 1, extended: 0, repeated: 0 },
  ],
  listPartiesOfFile: [
    async (trx, own, of) => {
      await stage(trx, own, of);
      return (await staging.listPartiesOfFile(trx, own, 9)).map(({ attorney }) => attorney);
    },
    [null],
  ],
  countWithCode: [
    async (trx, own, of) => {
      await stage(trx, own, of);
      return staging.countWithCode(trx, own);
    },
    0,
  ],
  saveCalls: [
    async (trx, own, of) => {
      await stage(trx, own, of);
      const sourceId = of.callSource.id;
      // A foreign key names the firm too.
      await staging
        .saveCalls(trx, own, { sourceId, zone: 'UTC', importId: of.callImport.id })
        .catch(() => {});
    },
  ],
  insertCallImport: [
    async (trx, own, of) => {
      const source = { ...keptSource, id: newId(), now };
      await sources.insertCallSource(trx, own, source);
      const user = await trx
        .selectFrom('users')
        .where('firmId', '=', own.firmId)
        .select('id')
        .executeTakeFirstOrThrow();
      const run = { ...counts, id: newId(), sourceId: source.id, userId: user.id, fileName: null };
      await imports.insertCallImport(trx, own, { ...run, sha256: of.exportHash, now });
      return (await imports.findCallImport(trx, own, run.id))?.number;
    },
    2,
  ],
  listCallImports: [(trx, own) => imports.listCallImports(trx, own, {})],
  findCallImport: [(trx, own, of) => imports.findCallImport(trx, own, of.callImport.id), undefined],
  lockDecidedCalls: [(trx, own, of) => imports.lockDecidedCalls(trx, own, of.callImport.id), 0],
  revertCallImport: [
    (trx, own, of) =>
      imports.revertCallImport(trx, own, {
        id: of.callImport.id,
        sourceId: of.callSource.id,
        userId: of.people.admin.id,
        now,
      }),
  ],
});

const setUp = isolationCasesOf('call-records', {
  listOwnParties: [(trx, own) => sources.listOwnParties(trx, own)],
  listCallSources: [(trx, own) => sources.listCallSources(trx, own)],
  findCallSource: [
    (trx, own, of) =>
      sources.findCallSource(trx, own, { source: of.callSource.id, system: 'csv', columns: [] }),
    undefined,
  ],
  insertCallSource: [
    (trx, own) => sources.insertCallSource(trx, own, { ...keptSource, id: newId(), now }),
  ],
  updateCallSource: [
    (trx, own, of) => sources.updateCallSource(trx, own, { ...keptSource, id: of.callSource.id }),
  ],
  rememberColumns: [
    (trx, own, of) =>
      sources.rememberColumns(trx, own, {
        id: of.callSource.id,
        columns: ['x'],
        mapping: {},
        zone: 'UTC',
        outsidePrefix: '',
      }),
  ],
  deleteCallSources: [(trx, own, of) => sources.deleteCallSources(trx, own, [of.callSource.id])],
  listExtensions: [(trx, own) => sources.listExtensions(trx, own)],
  replaceExtensionRows: [(trx, own) => sources.replaceExtensionRows(trx, own, [])],
  listAttorneysAmong: [
    (trx, own, of) => sources.listAttorneysAmong(trx, own, [of.people.attorney.id]),
    new Set(),
  ],
  chooseParties: [(trx, own) => sources.chooseParties(trx, own)],
  listPrivateNumbers: [
    (trx, own, of) => sources.listPrivateNumbers(trx, own, of.people.attorney.id),
    [],
  ],
  findPrivateNumber: [
    (trx, own, of) =>
      sources.findPrivateNumber(trx, own, {
        id: of.privateNumber.id,
        attorneyId: of.people.attorney.id,
      }),
    undefined,
  ],
  deletePrivateNumberRow: [
    (trx, own, of) =>
      sources.deletePrivateNumberRow(trx, own, {
        attorneyId: of.people.attorney.id,
        number: `private ${of.secret}`,
      }),
  ],
});

const decisionsAndLists = isolationCasesOf('call-records', {
  lockCall: [(trx, own, of) => decisions.lockCall(trx, own, of.callRecord.id), undefined],
  isLinked: [
    async (trx, own, of) => {
      const set = (entryId: string | null) =>
        trx
          .updateTable('callRecords')
          .where('id', '=', of.callRecord.id)
          .set({ entryId })
          .execute();
      await set(of.entry.id);
      const isLinked = await decisions.isLinked(trx, own, of.entry.id);
      await set(null);
      return isLinked;
    },
    false,
  ],
  linkEntry: [
    (trx, own, of) =>
      decisions.linkEntry(trx, own, {
        ...decided(of),
        id: of.callRecord.id,
        attorneyId: null,
        entryId: of.entry.id,
      }),
  ],
  insertCallMerge: [
    (trx, own, of) =>
      merges.insertCallMerge(trx, own, {
        ...decided(of),
        id: of.callMerge.id,
        from: '2026-03-01',
        to: '2026-03-31',
        attorney: undefined,
      }),
  ],
  listMergedCalls: [
    (trx, own, of) =>
      merges.listMergedCalls(trx, own, { id: of.callMerge.id, createdBy: undefined }),
    undefined,
  ],
  groupOpenCalls: [
    async (trx, own) => (await known.groupOpenCalls(trx, own)).map(({ calls }) => calls),
    [1, 1],
  ],
  reopenCall: [(trx, own, of) => decisions.reopenCall(trx, own, of.callRecord.id)],
  hideCalls: [
    (trx, own, of) =>
      decisions.hideCalls(trx, own, {
        ...decided(of),
        ids: [of.callRecord.id],
        attorneyId: null,
      }),
  ],
  unhideCalls: [
    (trx, own, of) =>
      decisions.unhideCalls(trx, own, {
        attorneyId: of.people.attorney.id,
        number: `party ${of.secret}`,
      }),
  ],
  countCallsUpTo: [
    (trx, own, of) => compared.countCallsUpTo(trx, own, { ids: [of.callRecord.id], bound: 9 }),
    0,
  ],
  listComparedDays: [
    (trx, own, of) => compared.listComparedDays(trx, own, { attorney: of.people.attorney.id }),
    [],
  ],
  findKnownCalls: [
    async (trx, own, of) =>
      compared.findKnownCalls(trx, own, {
        filter: { ids: [of.callRecord.id] },
        pairs: [],
        limit: 9,
        offset: 0,
      }),
    { rows: [], count: 0, attorneys: [] },
  ],
  listCodedCallIds: [
    (trx, own, of) =>
      known.listCodedCallIds(trx, own, { filter: { ids: [of.callRecord.id] }, pairs: [] }),
    [],
  ],
  hasEntryNear: [
    (trx, own, of) =>
      compared.hasEntryNear(trx, own, { day: '2026-03-18', attorneyId: of.people.attorney.id }),
    false,
  ],
  listOpenCallIds: [
    (trx, own, of) =>
      compared.listOpenCallIds(trx, own, {
        attorney: of.people.attorney.id,
        otherParty: `party ${of.secret}`,
      }),
    [],
  ],
  listCallRows: [(trx, own, of) => calls.listCallRows(trx, own, [of.callRecord.id]), []],
  'listAttorneyNames of calls': [
    (trx, own, of) => calls.listAttorneyNames(trx, own, [of.people.attorney.id]),
    [],
  ],
  listMatterNames: [(trx, own, of) => calls.listMatterNames(trx, own, [of.matter.id]), []],
  listAssignedTypes: [
    (trx, own, of) => calls.listAssignedTypes(trx, own, [of.people.attorney.id]),
    [],
  ],
});

/** Calls of telephone systems. */
export const callIsolationCases: readonly IsolationCase[] = [
  ...filed,
  ...setUp,
  ...decisionsAndLists,
];
