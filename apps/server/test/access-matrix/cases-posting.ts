import { type AccessCase, admins, everyone, none, ownOnly } from './expectations.ts';

const columns = [{ title: 'Matter', field: 'matterNumber' }];
const layout = { name: 'New layout', columns };
const ofLayout = { at: 'path', of: 'layout', ...admins(ownOnly) } as const;

export const postingCases: readonly AccessCase[] = [
  { call: 'listPostingLayouts', ...none, ...admins(everyone) },
  {
    call: 'createPostingLayout',
    ...none,
    ...admins(everyone),
    ask: () => ({ body: layout }),
  },
  {
    call: 'updatePostingLayout',
    ...ofLayout,
    ask: ({ id }) => ({ params: { id }, body: layout }),
  },
  { call: 'deletePostingLayout', ...ofLayout },
  {
    call: 'writePostingTestLine',
    ...none,
    ...admins({ rest: 'same' }),
    ask: () => ({ body: { columns } }),
  },
  { call: 'getPostingSettings', ...ofLayout },
  {
    call: 'getPostingSettings',
    at: 'path (of a built-in layout)',
    of: 'none',
    ...admins(everyone),
    ask: () => ({ params: { id: 'legalsuite' } }),
    shows: (body, { side }) => {
      const { firmId } = (body as { data: { firmId?: string } }).data; // the contract's
      return firmId === side.secret ? undefined : `is ${firmId}`;
    },
  },
  {
    call: 'savePostingSettings',
    ...ofLayout,
    ask: ({ id }) => ({ params: { id }, body: { accounts: {} } }),
  },
  {
    call: 'savePostingSettings',
    at: 'body.accounts',
    of: 'type',
    ...admins({ own: 'ok', rest: 'bad' }),
    echoes: true,
    ask: ({ id }) => ({ params: { id: 'legalsuite' }, body: { accounts: { [id]: '4000' } } }),
  },
  {
    call: 'getExportFile',
    at: 'query.layout',
    of: 'layout',
    ...admins(ownOnly),
    ask: ({ id, side }) => ({ params: { id: side.export.id }, query: { layout: id } }),
    writes: true,
  },
];
