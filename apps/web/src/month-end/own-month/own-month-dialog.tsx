import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryDialogById } from '../../entries/form/recorded-entry-dialog.tsx';
import { recordableTypes } from '../../entries/entries.queries.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { AcceptDialog } from '../exceptions/accept-dialog.tsx';
import { ownExceptionsQuery } from './own-month.queries.ts';

export type Open =
  | { kind: 'entry'; exception: Exception }
  | { kind: 'accept'; exceptions: Exception[] };

type Props = { open: Open; to: string; onClose: () => void };

/** The entry of an exception, or the acceptance of several. */
export function OwnMonthDialog({ open, to, onClose }: Props) {
  return open.kind === 'entry' ? (
    <OwnEntryDialog exception={open.exception} onClose={onClose} />
  ) : (
    <OwnAcceptDialog to={to} exceptions={open.exceptions} onClose={onClose} />
  );
}

function OwnEntryDialog({ exception, onClose }: { exception: Exception; onClose: () => void }) {
  const { data: user } = useQuery(currentUserQuery);
  const { _id, name } = exception.subject;
  const types = user ? recordableTypes(user) : [];
  return <EntryDialogById key={_id} id={_id} title={name} types={types} onClose={onClose} />;
}

type OwnAcceptProps = { to: string; exceptions: readonly Exception[]; onClose: () => void };

/** When facts have changed meanwhile, the exceptions as they are now can be accepted. */
function OwnAcceptDialog({ to, exceptions, onClose }: OwnAcceptProps) {
  const [hasChanged, setHasChanged] = useState(false);
  const { data, isFetching } = useQuery(ownExceptionsQuery(to));
  const isChosen = ({ code, subject }: Exception) =>
    exceptions.some((each) => each.code === code && each.subject._id === subject._id);
  const current = isFetching ? [] : (data?.data ?? []).filter(isChosen);
  return (
    <AcceptDialog
      items={hasChanged ? current : exceptions}
      onAccepted={onClose}
      onChanged={() => setHasChanged(true)}
      onClose={onClose}
    />
  );
}
