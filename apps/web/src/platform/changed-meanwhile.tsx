import { errorTexts } from '@recoup/contract/texts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import styles from './changed-meanwhile.module.css';

export type Difference = { readonly field: string; readonly theirs: string; readonly yours: string };
type Props<Saved> = {
  /** What somebody else saved, as it is asked for anew. */
  readonly saved: {
    readonly data: Saved | undefined;
    readonly error: Error | null;
    readonly isFetching: boolean;
    readonly refetch: () => unknown;
  };
  readonly differences: (theirs: Saved) => readonly Difference[];
  readonly choose: { readonly takeTheirs: (theirs: Saved) => void; readonly keepMine: (theirs: Saved) => void };
};

/** Two administrators at one person: what differs, and whose change is to stay. What was typed is still in the form. */
export function ChangedMeanwhile<Saved>({ saved, differences, choose }: Props<Saved>) {
  const { data: theirs, error, isFetching, refetch } = saved;
  return (
    <Alert kind="error">
      <p>{errorTexts.changed_meanwhile}</p>
      {error !== null && (
        <p>
          {error.message}{' '}
          <Button look="outline" size="small" onClick={() => void refetch()}>
            Retry
          </Button>
        </p>
      )}
      {theirs !== undefined && !isFetching && (
        <>
          <Differences items={differences(theirs)} />
          <div className={styles['buttons']}>
            <Button look="outline" size="small" onClick={() => choose.keepMine(theirs)}>
              Keep what I typed
            </Button>
            <Button look="outline" size="small" onClick={() => choose.takeTheirs(theirs)}>
              Reload
            </Button>
          </div>
        </>
      )}
    </Alert>
  );
}

function Differences({ items }: { readonly items: readonly Difference[] }) {
  return (
    <table className={styles['table']}>
      <caption className="visually-hidden">What differs</caption>
      <thead>
        <tr>
          <th scope="col">Field</th>
          <th scope="col">Saved meanwhile</th>
          <th scope="col">Typed here</th>
        </tr>
      </thead>
      <tbody>
        {items.map(({ field, theirs, yours }) => (
          <tr key={field}>
            <th scope="row">{field}</th>
            <td>{theirs}</td>
            <td>{yours}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}
