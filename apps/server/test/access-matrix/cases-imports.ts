import { newId } from '@recoup/contract/core/ids';
import { type CaseContext, everyone, ownOnly, type AccessCase } from './expectations.ts';

const admins = { attorney: 'no', system: 'no' } as const;

const csv = { 'content-type': 'text/csv' };
const file = (attorney: string) =>
  `Matter Number,Description,Attorney\r\nN${newId().slice(-6)},A new matter,${attorney}\r\n`;
/** A change of the firm's own matter beside a new one. */
const ownFile = ({ side }: CaseContext) =>
  `Matter Number,Description\r\n${side.secret}/1,Another description\r\nNEW/1,A new matter\r\n`;
/**
 * The other firm has the same number for something else, and that is no matter; beside it a change
 * of an own one.
 */
const foreignFile = ({ fixture, side }: CaseContext) =>
  `Matter Number,Description\r\n${side === fixture.a ? fixture.b.secret : fixture.a.secret}/1,x\r\n${side.secret}/1,Another description\r\n`;
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

export const importCases: readonly AccessCase[] = [
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
    ask: ({ fixture, side }) => ({
      body: {
        fileStream: file((side === fixture.a ? fixture.b : fixture.a).people.attorney.email),
      },
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
