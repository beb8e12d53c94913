import { QueryClient, type QueryKey } from '@tanstack/react-query';
import { expect, it } from 'vitest';
import { exceptionEndpoints } from '@recoup/contract/month-end/exception-endpoints';
import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { invalidate, read, readData } from './read.ts';

const firstPage = { query: { page: 1, itemsPerPage: 10 } };

it('begins the key of each first request with its subject', () => {
  expect(read(firmEndpoints.listFirms, firstPage).queryKey).toEqual([
    'firms',
    '/firms',
    firstPage,
    false,
  ]);
  expect(readData(userEndpoints.listUsers, firstPage).queryKey).toEqual([
    'users',
    '/users',
    firstPage,
    false,
  ]);
});

it('reads for a form apart from what a page begins with', () => {
  const shown = read(firmEndpoints.listFirms, firstPage, { beginsWithLast: true });
  expect(shown.queryKey).not.toEqual(read(firmEndpoints.listFirms, firstPage).queryKey);
});

it('outdates what was read about a subject and about those below it', async () => {
  const client = new QueryClient();
  const firms: QueryKey = read(firmEndpoints.listFirms, firstPage).queryKey;
  const exceptions: QueryKey = read(exceptionEndpoints.listExceptions, firstPage).queryKey;
  for (const key of [firms, exceptions]) client.setQueryData(key, { items: [] });
  await invalidate(client, ['entries']);
  expect(client.getQueryState(exceptions)?.isInvalidated).toBe(true);
  expect(client.getQueryState(firms)?.isInvalidated).toBe(false);
});
