import { useQuery } from '@tanstack/react-query';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import styles from './bulk-call-fees-dialog.module.css';
import { allAttorneysQuery } from '../users.queries.ts';

type ChoiceProps = {
  exceptId: string | undefined;
  chosen: readonly string[];
  onChange: (chosen: readonly string[]) => void;
};

export function AttorneyCheckboxes({ exceptId, chosen, onChange }: ChoiceProps) {
  const { data, error } = useQuery(allAttorneysQuery);
  const others = (data ?? []).filter(({ _id }) => _id !== exceptId);
  if (error !== null) return <Alert kind="error">{error.message}</Alert>;
  if (!data) return <p aria-busy="true">Loading…</p>;
  if (others.length === 0) return <p>There are no other attorneys.</p>;
  const isAll = chosen.length === others.length;
  return (
    <fieldset className={styles.choice}>
      <legend>Apply to</legend>
      <CheckboxField
        label={`All ${others.length}`}
        checked={isAll}
        onChange={() => onChange(isAll ? [] : others.map(({ _id }) => _id))}
      />
      <div className={styles.people}>
        {others.map(({ _id, name }) => (
          <CheckboxField
            key={_id}
            label={name}
            checked={chosen.includes(_id)}
            onChange={() =>
              onChange(
                chosen.includes(_id) ? chosen.filter((each) => each !== _id) : [...chosen, _id],
              )
            }
          />
        ))}
      </div>
    </fieldset>
  );
}
