import type { Exception } from '@recoup/contract/month-end/exception-endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { EntryDialogById } from '../../entries/form/recorded-entry-dialog.tsx';
import { recordableTypes } from '../../entries/entries.queries.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { monthOf, monthText } from '../../platform/browser/months.ts';
import { AcceptDialog } from '../exceptions/accept-dialog.tsx';
import { MonthCompletion } from './month-completion.tsx';
import { ownExceptionsQuery } from './own-month.queries.ts';
import { OwnExceptions } from './own-exceptions.tsx';
import styles from './own-month.module.css';
import { useOwnLastDay } from './use-own-month.ts';

type Open = { kind: 'entry'; exception: Exception } | { kind: 'accept'; exceptions: Exception[] };

/** The attorney's own exceptions and sign-off; quiet when there is nothing to look at. */
export function OwnMonthPanel() {
  const to = useOwnLastDay();
  const [open, setOpen] = useState<Open | null>(null);
  const close = () => setOpen(null);
  return (
    <Panel label="Before the month is closed" isTight>
      <h2>Before the month is closed</h2>
      {to === undefined ? (
        <div className={styles.waiting} aria-busy="true">
          Loading…
        </div>
      ) : (
        <div className={styles.parts}>
          <MonthCompletion month={monthOf(to)} name={monthText(monthOf(to))} />
          <OwnExceptions
            to={to}
            onOpen={(exception) => setOpen({ kind: 'entry', exception })}
            onAccept={(exceptions) => setOpen({ kind: 'accept', exceptions })}
          />
        </div>
      )}
      {open?.kind === 'entry' && <OwnEntryDialog exception={open.exception} onClose={close} />}
      {open?.kind === 'accept' && to !== undefined && (
        <OwnAcceptDialog to={to} exceptions={open.exceptions} onClose={close} />
      )}
    </Panel>
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
