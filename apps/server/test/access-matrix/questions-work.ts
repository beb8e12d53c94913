import { newId } from '@recoup/contract/core/ids';
import { type Case, everyone, ownOnly, type Question } from './verdicts.ts';

const anyOfFirm = { system: 'no' } as const;
const admins = { attorney: 'no', system: 'no' } as const;
/** A filter that names what the firm does not have finds nothing, whether somebody else has it or not. */
const finds = { rest: 'ok' } as const;

const types: readonly Question[] = [
  {
    call: 'listDisbursements',
    at: 'none',
    of: 'none',
    ...anyOfFirm,
    attorney: everyone,
    admin: everyone,
    ask: () => ({}),
  },
  {
    call: 'listDisbursements',
    at: 'query.firmId',
    of: 'firm',
    ...anyOfFirm,
    attorney: ownOnly,
    admin: ownOnly,
    ask: ({ id }) => ({ query: { firmId: id } }),
  },
  {
    call: 'getDisbursement',
    at: 'path',
    of: 'type',
    ...anyOfFirm,
    attorney: ownOnly,
    admin: ownOnly,
    ask: ({ id }) => ({ params: { id } }),
  },
  {
    call: 'createDisbursement',
    at: 'none',
    of: 'none',
    ...admins,
    admin: everyone,
    ask: () => ({ body: { title: 'Sheriff’s fee' } }),
  },
  {
    // The titles of another firm are free here.
    call: 'createDisbursement',
    at: 'body.title',
    of: 'none',
    ...admins,
    admin: everyone,
    ask: ({ world, side }) => ({
      body: { title: `Call ${side === world.a ? world.b.mark : world.a.mark}` },
    }),
  },
  {
    call: 'createDisbursement',
    at: 'body.firm',
    of: 'firm',
    ...admins,
    admin: ownOnly,
    ask: ({ id }) => ({ body: { title: 'Sheriff’s fee', firm: id } }),
  },
  {
    call: 'updateDisbursement',
    at: 'path',
    of: 'type',
    ...admins,
    admin: ownOnly,
    ask: ({ id }) => ({ params: { id }, body: { title: 'Sheriff’s fee' } }),
  },
  {
    call: 'updateDisbursement',
    at: 'body.title',
    of: 'none',
    ...admins,
    admin: everyone,
    ask: ({ world, side }) => ({
      params: { id: side.type.id },
      body: { title: `Call ${side === world.a ? world.b.mark : world.a.mark}` },
    }),
  },
  {
    call: 'updateDisbursement',
    at: 'body.firm',
    of: 'firm',
    ...admins,
    admin: ownOnly,
    ask: ({ side, id }) => ({
      params: { id: side.type.id },
      body: { title: 'Sheriff’s fee', firm: id },
    }),
  },
  {
    call: 'updateDisbursement',
    at: 'body._id',
    of: 'type',
    ...admins,
    admin: { own: 'ok', rest: 'bad' },
    ask: ({ side, id }) => ({
      params: { id: side.type.id },
      body: { _id: id, title: 'Sheriff’s fee' },
    }),
  },
];

const csv = { 'content-type': 'text/csv' };
const file = (attorney: string) =>
  `Matter Number,Description,Attorney\r\nN${newId().slice(-6)},A new matter,${attorney}\r\n`;
/** A change of the firm's own matter beside a new one. */
const ownFile = ({ side }: Case) =>
  `Matter Number,Description\r\n${side.secret}/1,Another description\r\nNEW/1,A new matter\r\n`;
/** The other firm has the same number for something else, and that is no matter; beside it a change of an own one. */
const foreignFile = ({ world, side }: Case) =>
  `Matter Number,Description\r\n${side === world.a ? world.b.secret : world.a.secret}/1,x\r\n${side.secret}/1,Another description\r\n`;
const countsOwnMatters = (body: unknown): string | undefined => {
  const {
    created,
    updated,
    matters: all,
  } = (body as { data: { created: number; updated: number; matters: number } }).data; // the contract's
  return created === 1 && updated === 1 && all === 5
    ? undefined
    : `counts ${created} new, ${updated} changed, ${all} in all`;
};

const matters: readonly Question[] = [
  {
    call: 'listMatters',
    at: 'none',
    of: 'none',
    ...anyOfFirm,
    attorney: everyone,
    admin: everyone,
    ask: () => ({}),
  },
  {
    call: 'listMatters',
    at: 'none (as a file)',
    of: 'none',
    ...anyOfFirm,
    attorney: everyone,
    admin: everyone,
    ask: () => ({ headers: { accept: 'text/csv' } }),
  },
  {
    call: 'listMatters',
    at: 'query.attorney',
    of: 'user',
    ...anyOfFirm,
    attorney: finds,
    admin: finds,
    ask: ({ id }) => ({ query: { attorney: id } }),
  },
  {
    call: 'upload',
    at: 'none',
    of: 'none',
    ...admins,
    admin: everyone,
    ask: (given) => ({ body: { fileStream: ownFile(given) } }),
  },
  {
    call: 'upload',
    at: 'a matter number',
    of: 'none',
    ...admins,
    admin: everyone,
    ask: (given) => ({ body: { fileStream: foreignFile(given) } }),
    shows: countsOwnMatters,
  },
  {
    call: 'upload',
    at: 'an attorney in the file',
    of: 'user',
    ...admins,
    // An attorney of another firm is no attorney of this one, by whatever name.
    admin: { ownAttorney: 'ok', rest: 'refused', malformed: 'refused' },
    echoes: true,
    ask: ({ world, id }) => {
      const people = [
        ...Object.values(world.a.people),
        ...Object.values(world.b.people),
        world.system,
      ];
      return {
        body: {
          fileStream: file(
            people.find((person) => person.id === id)?.email ?? 'nobody@elsewhere.co.za',
          ),
        },
      };
    },
  },
  {
    call: 'upload',
    at: 'none (dry run)',
    of: 'none',
    ...admins,
    admin: { rest: 'same' },
    ask: (given) => ({ body: { fileStream: ownFile(given), dryRun: true } }),
  },
];

const imports: readonly Question[] = [
  { call: 'listImports', at: 'none', of: 'none', ...admins, admin: everyone, ask: () => ({}) },
  {
    call: 'createImport',
    at: 'none',
    of: 'none',
    ...admins,
    admin: everyone,
    ask: (given) => ({ body: ownFile(given), headers: csv }),
  },
  {
    call: 'previewImport',
    at: 'none',
    of: 'none',
    ...admins,
    admin: { rest: 'same' },
    ask: (given) => ({ body: ownFile(given), headers: csv }),
  },
  {
    call: 'previewImport',
    at: 'a matter number',
    of: 'none',
    ...admins,
    admin: { rest: 'same' },
    ask: (given) => ({ body: foreignFile(given), headers: csv }),
    shows: countsOwnMatters,
  },
  {
    call: 'listRefusedRows',
    at: 'none',
    of: 'none',
    ...admins,
    admin: { rest: 'same' },
    ask: ({ world, side }) => ({
      body: { fileStream: file((side === world.a ? world.b : world.a).people.attorney.email) },
    }),
  },
  {
    call: 'undoImport',
    at: 'path',
    of: 'import',
    ...admins,
    admin: ownOnly,
    ask: ({ id }) => ({ params: { id } }),
  },
];

/** What is charged, and against what. */
export const workQuestions: readonly Question[] = [...types, ...matters, ...imports];
