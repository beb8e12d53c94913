import { z } from 'zod';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, listReply, text } from '../core/fields.ts';

/** How many views a user may save of a list, and how many columns a list may hide. */
export const viewLimits = { views: 20, columns: 20 } as const;

/** Lists that keep views and columns for each user. */
const list = z.enum(['entries', 'accounts'], 'Must be entries or accounts.');

export const viewName = text({ min: 1, max: 60, required: 'Enter a name.' });
/** The page ignores parameters that it does not understand. */
const query = text({ max: 4_000 }).meta({
  description: 'The page’s address after `?`: filters, sort, columns and rows a page.',
});

const newView = z.strictObject({ list, name: viewName, query });
export type NewListView = z.infer<typeof newView>;

const listView = z
  .object({ _id: z.string(), name: z.string(), query: z.string() })
  .meta({ id: 'ListView' });
export type ListView = z.infer<typeof listView>;

const columns = z
  .array(text({ min: 1, max: 40 }))
  .max(viewLimits.columns, `Must not be more than ${viewLimits.columns}.`)
  .refine((names) => new Set(names).size === names.length, 'A column is named twice.');

const params = z.strictObject({ id });
const one = dataReply(listView).meta({ id: 'ListViewReply' });

export const listViewEndpoints = defineEndpoints({
  listListViews: {
    call: 'GET /list-views',
    may: 'list-views:read',
    summary: 'The saved views of a list, and the columns that it hides; each user has own ones',
    query: z.strictObject({ list }),
    replies: {
      200: listReply(listView)
        .extend({ hiddenColumns: z.array(z.string()) })
        .meta({ id: 'ListViewList' }),
    },
  },
  createListView: {
    call: 'POST /list-views',
    may: 'list-views:write',
    summary: `Save a view of a list; at most ${viewLimits.views}`,
    body: newView,
    replies: { 201: one },
    errors: ['conflict'],
  },
  updateListView: {
    call: 'PUT /list-views/{id}',
    may: 'list-views:write',
    summary: 'Rename a view, or replace what it shows',
    params,
    body: newView.omit({ list: true }).partial(),
    replies: { 200: one },
    errors: ['conflict'],
  },
  deleteListView: {
    call: 'DELETE /list-views/{id}',
    may: 'list-views:write',
    summary: 'Delete a view',
    params,
    replies: { 200: z.object({}) },
  },
  saveHiddenColumns: {
    call: 'PUT /hidden-columns',
    may: 'list-views:write',
    summary: 'Choose the columns that a list hides',
    body: z.strictObject({ list, columns }),
    replies: {
      200: dataReply(z.object({ columns: z.array(z.string()) })).meta({ id: 'HiddenColumnsReply' }),
    },
  },
});
export type ListName = z.infer<typeof list>;
