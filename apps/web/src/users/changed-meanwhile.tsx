import type { DisbursementType } from '@recoup/contract/disbursements';
import { errorTexts } from '@recoup/contract/texts';
import type { User } from '@recoup/contract/users';
import { useQuery } from '@tanstack/react-query';
import { scheduleText } from '../call-fees/fee-text.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import styles from './changed-meanwhile.module.css';
import { type AttorneyValues, type Difference, differences, valuesOf } from './attorney-form-values.ts';
import { userQuery } from './users.queries.ts';

type Props = {
  readonly attorneyId: string;
  readonly types: readonly DisbursementType[];
  readonly yours: AttorneyValues;
  readonly save: { readonly takeTheirs: (theirs: User) => void; readonly keepMine: (theirs: User) => void };
};

/** Two administrators at one attorney: what differs, and whose change is to stay. What was typed is still in the form. */
export function ChangedMeanwhile({ attorneyId, types, yours, save }: Props) {
  const { data: theirs, error, isFetching, refetch } = useQuery({ ...userQuery(attorneyId), refetchOnMount: 'always' });
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
          <Differences items={differences(yours, valuesOf(theirs), wordsFor(types))} />
          <div className={styles['buttons']}>
            <Button look="outline" size="small" onClick={() => save.keepMine(theirs)}>
              Keep what I typed
            </Button>
            <Button look="outline" size="small" onClick={() => save.takeTheirs(theirs)}>
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

function wordsFor(types: readonly DisbursementType[]) {
  return {
    status: (status: string) => ['Blocked', 'Inactive', 'Active'][Number(status)] ?? status,
    type: (typeId: string) => types.find(({ _id }) => _id === typeId)?.title ?? 'Unknown type',
    fees: scheduleText,
  };
}
