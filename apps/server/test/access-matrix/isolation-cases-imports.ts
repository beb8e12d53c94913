import { PassThrough } from 'node:stream';
import { newId } from '@recoup/contract/core/ids';
import { sql } from 'kysely';
import * as imports from '../../src/matters/import/imports.repository.ts';
import * as matters from '../../src/matters/matters.repository.ts';
import * as staging from '../../src/matters/import/staging.repository.ts';
import { type FirmScope, createFirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { all, type IsolationCase, now } from './isolation-case.ts';

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

const staged: readonly IsolationCase[] = [
  {
    room: 'matters',
    name: 'compareStaged',
    open: async (trx, own, of) => {
      await stage(trx, { number: `${of.secret}/1` });
      return staging.compareStaged(trx, own, mapping);
    },
    answers: { created: 1, updated: 0, unchanged: 0, matters: 5 },
  },
  {
    room: 'matters',
    name: 'listFirstStaged',
    open: async (trx, own, of) => {
      await stage(trx, { number: `${of.secret}/1`, attorneyId: of.people.attorney.id });
      const rows = await staging.listFirstStaged(trx, own, {
        mapping: { ...mapping, attorney: 'Attorney' },
        limit: 10,
      });
      return rows.map(({ client, attorney }) => ({ client, attorney }));
    },
    answers: [{ client: null, attorney: null }],
  },
  {
    room: 'matters',
    name: 'insertFromStage',
    open: async (trx, own, of) => {
      await stage(trx, { number: `${of.secret}/1` });
      await staging.insertFromStage(trx, own, { id: await anImportOf(trx, own), now });
      return (await matters.listMatters(trx, own, {})).count;
    },
    answers: 5,
  },
  {
    room: 'matters',
    name: 'insertImport',
    open: async (trx, own) => {
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
    answers: 3,
  },
];

const columns = ['Matter Number', 'Description'];
const taken: readonly IsolationCase[] = [
  { room: 'matters', name: 'listMatters', open: (trx, own) => matters.listMatters(trx, own, {}) },
  {
    room: 'matters',
    name: 'streamMatters',
    open: (trx, own) => all(matters.streamMatters(trx, own, {})),
  },
  {
    room: 'matters',
    name: 'listAttorneyNames',
    open: (trx, own) => matters.listAttorneyNames(trx, own),
  },
  {
    room: 'matters',
    name: 'lockMatter',
    open: (trx, own, of) => matters.lockMatter(trx, own, of.matter.id),
    answers: false,
  },
  {
    room: 'matters',
    name: 'findChosenDelimiter',
    open: (trx, own) => matters.findChosenDelimiter(trx, own),
    answers: ';',
  },
  { room: 'matters', name: 'listImports', open: (trx, own) => imports.listImports(trx, own, {}) },
  {
    room: 'matters',
    name: 'findImport',
    open: (trx, own, of) => imports.findImport(trx, own, of.import.id),
    answers: undefined,
  },
  {
    room: 'matters',
    name: 'lockChangedMatters',
    open: (trx, own, of) => imports.lockChangedMatters(trx, own, of.import.id),
    answers: { changedSince: 0, withEntries: 0, example: null },
  },
  {
    room: 'matters',
    name: 'lockChangedMatters of a matter that was changed since',
    open: (trx, own, of) => imports.lockChangedMatters(trx, own, of.earlierImport.id),
    answers: { changedSince: 0, withEntries: 0, example: null },
  },
  {
    room: 'matters',
    name: 'revertImport',
    open: (trx, own, of) =>
      imports.revertImport(trx, own, { id: of.import.id, userId: of.people.admin.id, now }),
  },
  {
    room: 'matters',
    name: 'findMapping',
    open: async (trx, own, of) => {
      await imports.replaceMapping(trx, createFirmScope(of.id), {
        columns,
        mapping: { number: of.secret },
        now,
      });
      const found = await imports.findMapping(trx, own, columns);
      await trx.deleteFrom('importMappings').execute();
      return found;
    },
    answers: undefined,
  },
];

/** Matters, and the files that bring them. */
export const importIsolationCases: readonly IsolationCase[] = [...taken, ...staged];
