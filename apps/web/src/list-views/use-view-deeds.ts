import type { ListView } from '@recoup/contract/list-views/endpoints';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { changeView, createView, deleteView, listViewsQuery } from './list-views.queries.ts';
import type { ListSettings } from './use-list-settings.ts';

export type ViewActions = ReturnType<typeof useViewActions>;

/** Actions on saved views; the user can undo a deletion or a replacement. */
export function useViewActions(settings: ListSettings, onNamed: () => void) {
  const client = useQueryClient();
  const { list, shownQuery } = settings;
  const { queryKey } = listViewsQuery(list);
  // Not waited for: what is typed while the list comes must not be reset once it is there.
  const onSettled = () => void client.invalidateQueries({ queryKey });
  const undo = (text: string, back: () => Promise<unknown>) =>
    toast(text, 'good', { label: 'Undo', onClick: () => void takeBack(client, queryKey, back) });
  const saveName = useOneMutation({
    mutationFn: ({ name, renamed }: { name: string; renamed: ListView | undefined }) =>
      renamed
        ? changeView({ id: renamed._id, name })
        : createView({ list, name, query: shownQuery }),
    onSuccess: ({ name }, { renamed }) => {
      toast(renamed ? `“${renamed.name}” is called “${name}” now.` : `View “${name}” saved.`);
      onNamed();
    },
    onSettled,
  });
  const replace = useOneMutation({
    mutationFn: ({ _id }: ListView) => changeView({ id: _id, query: shownQuery }),
    onSuccess: (_, { _id, name, query }) =>
      undo(`View “${name}” replaced.`, () => changeView({ id: _id, query })),
    onSettled,
  });
  const remove = useOneMutation({
    mutationFn: ({ _id }: ListView) => deleteView(_id),
    onSuccess: (_, { name, query }) =>
      undo(`View “${name}” deleted.`, () => createView({ list, name, query })),
    onSettled,
  });
  return { saveName, replace, remove, error: replace.error ?? remove.error };
}

async function takeBack(
  client: QueryClient,
  queryKey: readonly unknown[],
  back: () => Promise<unknown>,
): Promise<void> {
  try {
    await back();
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'bad');
  }
  await client.invalidateQueries({ queryKey });
}
