import { type MouseEvent, useEffect, useRef } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Button } from '../../ui/controls/button.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { focusNear } from '../../ui/dialog/focus-keeper.ts';
import styles from './edit-conflict.module.css';
import type { Difference } from './three-way.ts';
import shared from '../../ui/layout/shared.module.css';
import { PlainTableHead } from '../../ui/list/plain-table-head.tsx';

/** The two ways on; each gets the other version as it was read. */
export type ConflictChoices<Saved> = {
  reload: (theirs: Saved) => void;
  overwrite: (theirs: Saved) => void;
  /** An earlier save had no answer, so the other version may be the user's own. */
  isPerhapsOwn: boolean;
};

type Props<Saved> = {
  /** The record with the other user's changes, read again. */
  saved: {
    data: Saved | undefined;
    error: Error | null;
    isFetching: boolean;
    refetch: () => unknown;
  };
  differences: (theirs: Saved) => readonly Difference[];
  /** Names typed text that would be lost. */
  warning?: (theirs: Saved) => string | undefined;
  choose: ConflictChoices<Saved>;
};

/** Shows what differs between two users' changes, and asks which to keep. */
export function EditConflict<Saved>({ saved, differences, warning, choose }: Props<Saved>) {
  const { data: theirs, error, isFetching, refetch } = saved;
  const isRead = theirs !== undefined && !isFetching && error === null;
  const items = isRead ? differences(theirs) : undefined;
  const takeSame = isRead && items?.length === 0 && (() => choose.reload(theirs));
  useSameAtFirst(isRead, takeSame);
  if (takeSame) return <Same onReload={thenLead(takeSame)} />;
  return (
    <Alert kind="error">
      <Question isPerhapsOwn={choose.isPerhapsOwn} />
      {error !== null && (
        <p>
          {error.message}{' '}
          <Button variant="outline" size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {theirs !== undefined && items !== undefined && (
        <>
          <Differences items={items} />
          <Warning text={warning?.(theirs)} />
          <div className={shared.buttons}>
            <Button
              variant="outline"
              size="small"
              onClick={thenLead(() => choose.overwrite(theirs))}
            >
              Keep my changes
            </Button>
            <Button variant="outline" size="small" onClick={thenLead(() => choose.reload(theirs))}>
              Use theirs
            </Button>
          </div>
        </>
      )}
    </Alert>
  );
}

function Question({ isPerhapsOwn }: { isPerhapsOwn: boolean }) {
  const change = isPerhapsOwn
    ? 'This was changed while you were editing, perhaps by your own save that had no answer.'
    : 'Someone else changed this while you were editing.';
  return <p>{change} Choose which version to keep.</p>;
}

/**
 * Takes their version where nothing differs when it arrives: mostly it is the user's own, whose
 * answer was lost. Later the user may only be typing through the same value.
 */
function useSameAtFirst(isRead: boolean, take: false | (() => void)): void {
  const wasRead = useRef(false);
  useEffect(() => {
    if (!isRead || wasRead.current) return;
    wasRead.current = true;
    if (take === false) return;
    take();
    toast('What you typed is saved already.');
  });
}

function Same({ onReload }: { onReload: (event: MouseEvent) => void }) {
  return (
    <Alert kind="success">
      <p>What you typed is what is saved now.</p>
      <div className={shared.buttons}>
        <Button variant="outline" size="small" onClick={onReload}>
          Reload
        </Button>
      </div>
    </Alert>
  );
}

function Warning({ text }: { text: string | undefined }) {
  return text !== undefined && <p className={styles.warning}>{text}</p>;
}

/** The notice disappears with its button, so the focus moves to the heading. */
function thenLead(choose: () => void) {
  return ({ currentTarget }: MouseEvent) => {
    focusNear(currentTarget.closest('[role="dialog"], main') ?? undefined);
    choose();
  };
}

const theirVersion = 'Their version';
const yourVersion = 'Your version';

function Differences({ items }: { items: readonly Difference[] }) {
  return (
    <table role="table" className={styles.table}>
      <caption className="visually-hidden">What differs</caption>
      <PlainTableHead titles={['Field', theirVersion, yourVersion]} />
      <tbody role="rowgroup">
        {items.map(({ field, theirs, yours }) => (
          <tr key={field} role="row">
            <th role="rowheader" scope="row">
              {field}
            </th>
            <td role="cell" data-label={theirVersion}>
              {theirs}
            </td>
            <td
              role="cell"
              data-label={yourVersion}
              className={yours === undefined ? styles.same : undefined}
            >
              {yours ?? 'Not changed'}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
