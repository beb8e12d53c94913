import { page, search } from '@recoup/contract/core/fields';
import { matter, matterEndpoints, matterStatuses } from '@recoup/contract/matters/endpoints';
import { z } from 'zod';
import { defineTool, rowsPerPage } from './tool.ts';

const found = matter.pick({
  _id: true,
  number: true,
  description: true,
  client: true,
  attorney: true,
  status: true,
});

export const findMatters = defineTool({
  name: 'find_matters',
  title: 'Find matters',
  description:
    'Matters of the law firm by a part of their number, client or description; ' +
    `${rowsPerPage} a page, count is of all pages. Record calls on the _id of a matter.`,
  needs: ['matters:read'],
  isWrite: false,
  input: z.strictObject({
    search: search.describe('A part of the number, the client or the description.'),
    status: z.enum(matterStatuses).optional(),
    page: page.optional(),
  }),
  output: z.object({ matters: z.array(found), count: z.int(), page: z.int() }),
  run: async ({ page: wanted = 1, ...filter }, { call }) => {
    const query = { ...filter, page: wanted, itemsPerPage: rowsPerPage };
    const { data, count } = await call(matterEndpoints.listMatters, { query });
    return { matters: data.map((each) => found.parse(each)), count, page: wanted };
  },
});
