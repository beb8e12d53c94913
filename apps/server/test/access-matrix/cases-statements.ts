import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

const pdf = { accept: 'application/pdf' };

export const statementCases: readonly AccessCase[] = [
  { call: 'getStatement', at: 'path', of: 'matter', ...admins(ownOnly) },
  {
    call: 'getStatement',
    at: 'path (as a PDF)',
    of: 'matter',
    ...admins(ownOnly),
    ask: ({ id }) => ({ params: { id }, headers: pdf }),
  },
  { call: 'getStatements', ...none, ...admins(everyone) },
  {
    call: 'getStatements',
    at: 'none (as a ZIP)',
    of: 'none',
    ...admins(everyone),
    ask: () => ({ headers: { accept: 'application/zip' } }),
  },
];
