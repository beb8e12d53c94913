import { useQuery } from '@tanstack/react-query';
import { EntryDialogById } from '../form/recorded-entry-dialog.tsx';
import { typesOfAttorneyQuery } from './firm-entries.queries.ts';

type Props = { id: string; title: string; attorneyId: string; onClose: () => void };

/** A firm admin's correction, which asks for a reason. */
export function FirmEntryDialog({ attorneyId, ...rest }: Props) {
  // Its own type is there at once; the attorney's others come when they are known.
  const types = useQuery(typesOfAttorneyQuery(attorneyId));
  return <EntryDialogById {...rest} types={types.data ?? []} asksReason />;
}
