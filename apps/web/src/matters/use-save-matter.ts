import {
  type ChangedMatter,
  type Matter,
  matterEndpoints,
} from '@recoup/contract/matters/endpoints';
import { send } from '../platform/api/api-client.ts';
import { useActionBy } from '../platform/api/use-action.ts';

/** Saves what a firm admin may change of a matter; `savedText` says what was saved. */
export function useSaveMatter(
  { _id: id }: Matter,
  { savedText, onSaved }: { savedText: (saved: Matter) => string; onSaved: () => void },
) {
  return useActionBy(
    (body: ChangedMatter) => send(matterEndpoints.updateMatter, { params: { id }, body }),
    {
      done: ({ data }) => savedText(data),
      // The matters that the user recorded on last are below the entries.
      changes: ['matters', 'entries'],
      onDone: onSaved,
    },
  );
}
