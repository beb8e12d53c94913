import { PassThrough } from 'node:stream';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import * as caps from '../../src/matters/caps.repository.ts';
import * as imports from '../../src/matters/import/imports.repository.ts';
import * as labels from '../../src/matters/labels/labels.repository.ts';
import * as matters from '../../src/matters/matters.repository.ts';
import * as staging from '../../src/matters/import/staging.repository.ts';
import { type FirmScope, createFirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { all, type IsolationCase, now, isolationCasesOf } from './isolation-case.ts';

/** A row as a file of firm B could have brought it. */
async function stage(
  trx: Trx,
  { number, attorneyId = null }: { number: string; attorneyId?: string | null },
): Promise<void> {
  // Nothing is copied: the connection of the transaction is not at hand.
  const place = await staging.createStagingTable(trx, () => new PassThrough().resume());
  await place.end();
  await sql`insert into staged (row_number, id, number, description, attorney_id)
    values (1, ${newId()}, ${number}, 'Another description', ${attorneyId})`.execute(trx);
}

async function somebodyOf(trx: Trx, { firmId }: FirmScope): Promise<string> {
  return (
    await trx
      .selectFrom('users')
      .where('firmId', '=', firmId)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id;
}

async function anImportOf(trx: Trx, { firmId }: FirmScope): Promise<string> {
  return (
    await trx
      .selectFrom('imports')
      .where('firmId', '=', firmId)
      .select('id')
      .executeTakeFirstOrThrow()
  ).id;
}

const mapping = { number: 'Matter Number', description: 'Description' };
const nothing = { created: 0, updated: 0, unchanged: 0, matters: 0 };

const staged = isolationCasesOf('matters', {
  compareStaged: [
    async (trx, own, of) => {
      await stage(trx, { number: `${of.secret}/1` });
      return staging.compareStaged(trx, own, mapping);
    },
    { created: 1, updated: 0, unchanged: 0, matters: 5 },
  ],
  listLostZeros: [
    async (trx, own, of) => {
      await stage(trx, { number: `0${of.secret}/1` });
      return staging.listLostZeros(trx, own);
    },
    [],
  ],
  listFirstStaged: [
    async (trx, own, of) => {
      await stage(trx, { number: `${of.secret}/1`, attorneyId: of.people.attorney.id });
      const rows = await staging.listFirstStaged(trx, own, {
        mapping: { ...mapping, attorney: 'Attorney' },
        limit: 10,
      });
      return rows.map(({ client, attorney }) => ({ client, attorney }));
    },
    [{ client: null, attorney: null }],
  ],
  insertFromStage: [
    async (trx, own, of) => {
      await stage(trx, { number: `${of.secret}/1` });
      await staging.insertFromStage(trx, own, { id: await anImportOf(trx, own), now });
      return (await matters.listMatterRows(trx, own, {})).count;
    },
    5,
  ],
  insertImport: [
    async (trx, own) => {
      const run = {
        ...nothing,
        id: newId(),
        userId: await somebodyOf(trx, own),
        fileName: null,
        sha256: Buffer.from('x'),
        now,
      };
      await imports.insertImport(trx, own, run);
      return (
        await trx
          .selectFrom('imports')
          .where('id', '=', run.id)
          .select('number')
          .executeTakeFirstOrThrow()
      ).number;
    },
    3,
  ],
});

const columns = ['Matter Number', 'Description'];
const taken = isolationCasesOf('matters', {
  listMatterRows: [(trx, own) => matters.listMatterRows(trx, own, {})],
  findMatterRow: [(trx, own, of) => matters.findMatterRow(trx, own, of.matter.id), undefined],
  sumEntries: [(trx, own, of) => caps.sumEntries(trx, own, [of.matter.id]), new Map()],
  findCapUse: [(trx, own, of) => caps.findCapUse(trx, own, of.matter.id), undefined],
  hasCap: [(trx, own, of) => caps.hasCap(trx, own, of.matter.id), false],
  lockDetails: [(trx, own, of) => caps.lockDetails(trx, own, of.matter.id), undefined],
  updateCap: [
    (trx, own, of) => caps.updateCap(trx, own, { matterId: of.matter.id, capCents: null }),
  ],
  updatePhones: [
    (trx, own, of) =>
      caps.updatePhones(trx, own, { matterId: of.matter.id, phones: [], now: new Date() }),
  ],
  listLabelledMatters: [(trx, own) => labels.listLabelledMatters(trx, own, { limit: 9 })],
  findFirmName: [(trx, own) => labels.findFirmName(trx, own)],
  streamMatters: [(trx, own) => all(matters.streamMatters(trx, own, {}))],
  listAttorneyNames: [(trx, own) => matters.listAttorneyNames(trx, own)],
  lockMatter: [(trx, own, of) => matters.lockMatter(trx, own, of.matter.id), false],
  findChosenDelimiter: [(trx, own) => matters.findChosenDelimiter(trx, own), ';'],
  listImports: [(trx, own) => imports.listImports(trx, own, {})],
  findImport: [(trx, own, of) => imports.findImport(trx, own, of.import.id), undefined],
  lockChangedMatters: [
    (trx, own, of) => imports.lockChangedMatters(trx, own, of.import.id),
    { changedSince: 0, withEntries: 0, example: null },
  ],
  'lockChangedMatters of a matter that was changed since': [
    (trx, own, of) => imports.lockChangedMatters(trx, own, of.earlierImport.id),
    { changedSince: 0, withEntries: 0, example: null },
  ],
  revertImport: [
    (trx, own, of) =>
      imports.revertImport(trx, own, { id: of.import.id, userId: of.people.admin.id, now }),
  ],
  findMapping: [
    async (trx, own, of) => {
      await imports.replaceMapping(trx, createFirmScope(of.id), {
        columns,
        mapping: { number: of.secret },
        now,
      });
      const found = await imports.findMapping(trx, own, columns);
      await trx.deleteFrom('importMappings').execute();
      return found;
    },
    undefined,
  ],
});

/** Matters, and the files that bring them. */
export const importIsolationCases: readonly IsolationCase[] = [...taken, ...staged];
