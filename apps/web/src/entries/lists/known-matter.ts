import type { Matter } from '@recoup/contract/matters/endpoints';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { toMatterChoice, recentMattersQuery } from '../entries.queries.ts';
import type { MatterChoice } from '../form/matter-choice.ts';

type Chosen = readonly MatterChoice[];
type EntriesPage = { data: readonly { matter: MatterChoice }[] };
type MattersPage = { data: readonly Matter[] };

/** The address has only the id of a matter; its name is in what the pages have loaded. */
export function useMatterName(id: string): string {
  const client = useQueryClient();
  const matter = loaded(client).find(({ _id }) => _id === id);
  return matter === undefined ? 'One matter' : `${matter.number} · ${matter.name}`;
}

function loaded(client: QueryClient): MatterChoice[] {
  const read = <Data>(...queryKey: readonly unknown[]) =>
    client.getQueriesData<Data>({ queryKey }).flatMap(([, data]) => data ?? []);
  return [
    ...read<EntriesPage>(...queryKeys.entries, 'firm').flatMap(({ data }) =>
      data.map(({ matter }) => matter),
    ),
    ...(client.getQueryData(recentMattersQuery.queryKey) ?? []),
    ...read<Chosen>(...queryKeys.matters, 'choice').flat(),
    ...read<MattersPage>(...queryKeys.matters, 'page').flatMap(({ data }) =>
      data.map(toMatterChoice),
    ),
  ];
}
