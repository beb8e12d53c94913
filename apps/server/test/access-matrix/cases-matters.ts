import { newId } from '@recoup/contract/core/ids';
import { type CaseContext, everyone, type AccessCase } from './expectations.ts';

const anyOfFirm = { system: 'no' } as const;
const admins = { attorney: 'no', system: 'no' } as const;
/**
 * A filter that names what the firm does not have finds nothing, whether somebody else has it or
 * not.
 */
const finds = { rest: 'ok' } as const;

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

export const matterCases: readonly AccessCase[] = [
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
    ask: ({ fixture, id }) => {
      const people = [
        ...Object.values(fixture.a.people),
        ...Object.values(fixture.b.people),
        fixture.system,
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
