import type { QueryClient, QueryKey } from '@tanstack/react-query';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { subjectKey } from '../../platform/api/read.ts';

/** `gone`: deleted entries that the count leaves out, because the server had deleted them. */
type CountedPage = { data: Entry[]; gone?: readonly string[] };
type Counted = { entry: Entry; lists: ReadonlySet<string> };

const counted = new Map<string, Counted>();
const gone = new Set<string>();

/**
 * Remembers which lists show an entry that is about to be deleted: until the server has deleted
 * it, each page of them counts it, also those without it.
 */
export function rememberLists(client: QueryClient, id: string): void {
  const pages = client.getQueriesData<{ data: Entry[] }>({
    queryKey: [...subjectKey('entries'), 'firm'],
  });
  const found = pages.flatMap(([key, page]) => {
    const entry = page?.data.find(({ _id }) => _id === id);
    return entry ? [{ entry, list: listKey(key.slice(0, -1)) }] : [];
  });
  const [first] = found;
  if (first) counted.set(id, { entry: first.entry, lists: new Set(found.map(({ list }) => list)) });
}

/** The server has deleted it: pages that are read from now on do not count it. */
export function forgetLists(id: string): void {
  gone.add(id);
}

export async function withGone<Page>(
  read: () => Promise<Page>,
): Promise<Page & { gone: readonly string[] }> {
  const before = [...gone];
  return { ...(await read()), gone: before };
}

/** Entries under deletion that a page of this list counts and does not show. */
export function countedBy(list: QueryKey, page: CountedPage): Entry[] {
  const name = listKey(list);
  const shown = new Set([...page.data.map(({ _id }) => _id), ...(page.gone ?? [])]);
  return [...counted.values()]
    .filter(({ entry, lists }) => lists.has(name) && !shown.has(entry._id))
    .map(({ entry }) => entry);
}

function listKey(list: QueryKey): string {
  return JSON.stringify(list);
}
