import { countsOwnMatters, foreignFile, matterFile, ownFile } from './cases-imports.ts';
import { everyone, ownOnly, type AccessCase, none, both, admins } from './expectations.ts';

/** A filter by another firm's record finds nothing, like one by a missing record. */
const finds = { rest: 'ok' } as const;

export const matterCases: readonly AccessCase[] = [
  { call: 'listMatters', ...none, ...both(everyone) },
  {
    call: 'listMatters',
    at: 'none (as a file)',
    of: 'none',
    ...both(everyone),
    ask: () => ({ headers: { accept: 'text/csv' } }),
  },
  { call: 'listMatters', at: 'query.attorney', of: 'user', ...both(finds) },
  {
    call: 'getMatterLabels',
    ...none,
    ...both(everyone),
    ask: () => ({ headers: { accept: 'application/json' } }),
  },
  {
    call: 'getMatterLabels',
    at: 'query.matter',
    of: 'matter',
    ...both(ownOnly),
    ask: ({ id }) => ({ query: { matter: id }, headers: { accept: 'application/json' } }),
  },
  {
    call: 'updateMatter',
    at: 'path',
    of: 'matter',
    ...admins(ownOnly),
    ask: ({ id }) => ({ params: { id }, body: { cap: 750 } }),
  },
  {
    call: 'upload',
    ...none,
    ...admins(everyone),
    ask: (given) => ({ body: { fileStream: ownFile(given) } }),
  },
  {
    call: 'upload',
    at: 'a matter number',
    of: 'none',
    ...admins(everyone),
    ask: (given) => ({ body: { fileStream: foreignFile(given) } }),
    shows: countsOwnMatters,
  },
  {
    call: 'upload',
    at: 'an attorney in the file',
    of: 'user',
    // An attorney of another firm is unknown by any name.
    ...admins({ ownAttorney: 'ok', rest: 'refused', malformed: 'refused' }),
    echoes: true,
    ask: ({ fixture, id }) => {
      const people = [
        ...Object.values(fixture.a.people),
        ...Object.values(fixture.b.people),
        fixture.system,
      ];
      return {
        body: {
          fileStream: matterFile(
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
    ...admins({ rest: 'same' }),
    ask: (given) => ({ body: { fileStream: ownFile(given), dryRun: true } }),
  },
];
