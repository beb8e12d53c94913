import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

const list = 'entries';
const ofView = { at: 'path', of: 'listView', ...admins(ownOnly) } as const;

/** Saved views and hidden columns of a user. */
export const listViewCases: readonly AccessCase[] = [
  {
    call: 'listListViews',
    ...none,
    ...admins(everyone),
    ask: () => ({ query: { list } }),
    shows: (body, { side }) => {
      const { data } = body as { data: { query: string }[] }; // the contract's
      return data.length === 1 && data[0]?.query === side.secret ? undefined : 'is another view';
    },
  },
  {
    call: 'createListView',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { list, name: 'Late entries', query: 'search=late' } }),
  },
  {
    call: 'updateListView',
    ...ofView,
    ask: ({ id }) => ({ params: { id }, body: { name: 'Another name' } }),
  },
  { call: 'deleteListView', ...ofView },
  {
    call: 'saveHiddenColumns',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: { list, columns: ['attorney'] } }),
  },
];
