import type { RateMatrixRow } from '@recoup/contract/call-fees/rate-matrix-endpoints';
import { Alert } from '../../ui/feedback/alert.tsx';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { compareNames } from '../../ui/lib/natural-order.ts';
import { CheckboxList } from './checkbox-list.tsx';
import { chosenCells } from './raise-values.ts';
import { counted } from './raise-words.ts';
import styles from './raise.module.css';
import type { Raise } from './use-raise.ts';

/** Everyone, or chosen attorneys and types. */
export function RaiseScope({ raise }: { raise: Raise }) {
  const { values, errors, cells, change } = raise;
  return (
    <div className={styles.scope}>
      <RadioGroup
        label="For"
        value={values.isForEveryone ? 'all' : 'chosen'}
        options={[
          { value: 'all', label: 'Everyone with call fees' },
          { value: 'chosen', label: 'Chosen attorneys and types' },
        ]}
        onChange={(scope) => change({ ...values, isForEveryone: scope === 'all' })}
      />
      {!values.isForEveryone && cells.error !== null && (
        <Alert kind="error">{cells.error.message}</Alert>
      )}
      {!values.isForEveryone && cells.error === null && !cells.data && (
        <p aria-busy="true">Loading…</p>
      )}
      {!values.isForEveryone && cells.data && <Choices raise={raise} rows={cells.data} />}
      {errors.cells !== undefined && <Alert kind="error">{errors.cells}</Alert>}
    </div>
  );
}

function Choices({ raise, rows }: { raise: Raise; rows: readonly RateMatrixRow[] }) {
  const { values, change } = raise;
  const priced = rows.filter(({ callFees }) => callFees.length > 0);
  return (
    <>
      <CheckboxList
        label="Attorneys"
        items={distinct(priced.map(({ attorney }) => attorney))}
        chosen={values.attorneys}
        onChange={(attorneys) => change({ ...values, attorneys })}
      />
      <CheckboxList
        label="Types"
        items={distinct(priced.map(({ disbursementType }) => disbursementType))}
        chosen={values.types}
        onChange={(types) => change({ ...values, types })}
      />
      <output className={styles.muted}>
        {counted(chosenCells(values, rows).length, 'call fee')} chosen
      </output>
    </>
  );
}

type Item = { _id: string; name: string };

function distinct(items: readonly Item[]): Item[] {
  return [...new Map(items.map((item) => [item._id, item])).values()].toSorted((a, b) =>
    compareNames(a.name, b.name),
  );
}
