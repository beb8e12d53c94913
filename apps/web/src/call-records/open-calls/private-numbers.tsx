import type { PrivateNumber } from '@recoup/contract/call-records/set-up-endpoints';
import { formatPhone } from '@recoup/contract/core/phone-numbers';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { localDay } from '../../platform/browser/local-day.ts';
import { ApiError } from '../../platform/api/api-error.ts';
import { Button } from '../../ui/controls/button.tsx';
import { ErrorState } from '../../ui/feedback/states.tsx';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import { formatDate } from '../../ui/lib/format.ts';
import { notLoadedText } from './call-words.ts';
import { forgetPrivate } from './decisions.ts';
import { deletePrivateNumber, privateNumbersQuery, refreshCalls } from './open-calls.queries.ts';
import styles from './open-calls.module.css';

/** Numbers whose calls the attorney hid, and the way back. */
export function PrivateNumbers() {
  const client = useQueryClient();
  const [removed, setRemoved] = useState<ReadonlySet<string>>(new Set());
  const { data, error, refetch } = useQuery({
    ...privateNumbersQuery,
    meta: { unableToGet: 'private numbers' },
  });
  const numbers = data?.filter(({ _id }) => !removed.has(_id));
  const remove = (number: PrivateNumber) => {
    setRemoved((ids) => new Set([...ids, number._id]));
    removeSoon(client, number, () =>
      setRemoved((ids) => new Set([...ids].filter((id) => id !== number._id))),
    );
  };
  return (
    <Panel label="Private numbers" isTight>
      <h2 tabIndex={-1}>Private numbers</h2>
      {error !== null && (
        <ErrorState
          title={notLoadedText('Private numbers', error)}
          message={error.message}
          onRetry={() => void refetch()}
        />
      )}
      {!numbers && error === null && <p aria-busy="true">Loading…</p>}
      {numbers?.length === 0 && <p>None.</p>}
      {numbers && numbers.length > 0 && (
        <ul className={styles.calls} aria-label="Private numbers">
          {numbers.map((number) => (
            <NumberLine key={number._id} number={number} onRemove={() => remove(number)} />
          ))}
        </ul>
      )}
    </Panel>
  );
}

type LineProps = { number: PrivateNumber; onRemove: () => void };

function NumberLine({ number: { number, createdAt }, onRemove }: LineProps) {
  return (
    <li className={styles.number}>
      <span>
        <strong>{formatPhone(number)}</strong>
        <small>Since {formatDate(localDay(new Date(createdAt)))}</small>
      </span>
      <Button
        variant="outline"
        aria-label={`Show calls again: ${formatPhone(number)}`}
        onClick={onRemove}
      >
        Show calls again
      </Button>
    </li>
  );
}

/** The number goes at once; the server deletes it after the time in which this can be undone. */
function removeSoon(client: QueryClient, number: PrivateNumber, show: () => void): void {
  const name = formatPhone(number.number);
  undoable({
    text: `${name} is no longer private.`,
    needsNetwork: true,
    undo: show,
    finish: async () => {
      const why = await whyNot(number._id);
      if (why === undefined) forgetPrivate(number.number);
      else {
        show();
        tellNotDone(`${name} is still private. ${why}`);
      }
      void refreshCalls(client);
      return why === undefined;
    },
  });
}

/** Undefined if the number is no longer private. */
async function whyNot(id: string): Promise<string | undefined> {
  try {
    await deletePrivateNumber(id);
    return undefined;
  } catch (error) {
    if (!(error instanceof ApiError)) throw error;
    return error.status === 404 ? undefined : error.message;
  }
}
