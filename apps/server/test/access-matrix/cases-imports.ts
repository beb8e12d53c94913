import { newId } from '@recoup/contract/core/ids';
import {
  type CaseContext,
  everyone,
  ownOnly,
  type AccessCase,
  none,
  admins,
} from './expectations.ts';

const csv = { 'content-type': 'text/csv' };
/** One new matter of this attorney. */
export const matterFile = (attorney: string) =>
  `Matter Number,Description,Attorney\r\nN${newId().slice(-6)},A new matter,${attorney}\r\n`;
/** A change of the firm's own matter beside a new one. */
export const ownFile = ({ side }: CaseContext) =>
  `Matter Number,Description\r\n${side.secret}/1,Another description\r\nNEW/1,A new matter\r\n`;
/** A new matter with a number of the other firm beside a change of an own matter. */
export const foreignFile = ({ fixture, side }: CaseContext) => {
  const other = side === fixture.a ? fixture.b : fixture.a;
  return (
    `Matter Number,Description\r\n${other.secret}/1,x\r\n` +
    `${side.secret}/1,Another description\r\n`
  );
};
export const countsOwnMatters = (body: unknown): string | undefined => {
  type Counts = { created: number; updated: number; matters: number };
  const { created, updated, matters: all } = (body as { data: Counts }).data; // the contract's
  return created === 1 && updated === 1 && all === 5
    ? undefined
    : `counts ${created} new, ${updated} changed, ${all} in all`;
};

export const importCases: readonly AccessCase[] = [
  { call: 'listImports', ...none, ...admins(everyone) },
  {
    call: 'createImport',
    ...none,
    ...admins(everyone),
    ask: (given) => ({ body: ownFile(given), headers: csv }),
  },
  {
    call: 'previewImport',
    ...none,
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: ownFile(given), headers: csv }),
  },
  {
    call: 'previewImport',
    at: 'a matter number',
    of: 'none',
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: foreignFile(given), headers: csv }),
    shows: countsOwnMatters,
  },
  {
    call: 'listRefusedRows',
    ...none,
    ...admins({ rest: 'same' }),
    ask: ({ fixture, side }) => ({
      body: {
        fileStream: matterFile((side === fixture.a ? fixture.b : fixture.a).people.attorney.email),
      },
    }),
  },
  { call: 'undoImport', at: 'path', of: 'import', ...admins(ownOnly) },
];

/** What is charged, and against what. */
