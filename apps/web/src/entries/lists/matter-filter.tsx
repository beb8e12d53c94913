import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { queryKeys } from '../../platform/api/query-keys.ts';
import type { MatterChoice } from '../form/entry-draft.ts';
import { MatterSearch } from '../matter-search/matter-search.tsx';

/** The address holds only the id; the name comes from the choice or a listed entry. */
export function MatterFilter({ id, onChoose }: { id: string; onChoose: (id: string) => void }) {
  const client = useQueryClient();
  const [chosen, setChosen] = useState<MatterChoice | null>(null);
  const lists = client.getQueriesData<{ data?: { matter: MatterChoice }[] }>({
    queryKey: [...queryKeys.entries, 'firm'],
  });
  const listed = lists
    .flatMap(([, list]) => list?.data ?? [])
    .find(({ matter }) => matter._id === id)?.matter;
  const unknown = { _id: id, number: 'Selected', name: 'matter', client: null };
  const value = chosen?._id === id ? chosen : (listed ?? unknown);
  return (
    <MatterSearch
      isRequired={false}
      value={id === '' ? null : value}
      onChoose={(matter) => {
        setChosen(matter);
        onChoose(matter?._id ?? '');
      }}
    />
  );
}
