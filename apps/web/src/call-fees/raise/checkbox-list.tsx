import { Button } from '../../ui/controls/button.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { type Choice, has } from './raise-values.ts';
import styles from './raise.module.css';

type Props = {
  /** In the plural. */
  label: string;
  items: readonly { _id: string; name: string }[];
  chosen: Choice;
  onChange: (chosen: Choice) => void;
};

export function CheckboxList({ label, items, chosen, onChange }: Props) {
  const ids = items.map(({ _id }) => _id);
  const toggle = (id: string) =>
    onChange(ids.filter((each) => (each === id ? !has(chosen, id) : has(chosen, each))));
  return (
    <fieldset className={styles.choice}>
      <legend>{label}</legend>
      <div className={styles.allOrNone}>
        <Button
          variant="outline"
          size="small"
          aria-label={`All ${label.toLowerCase()}`}
          onClick={() => onChange('all')}
        >
          All
        </Button>
        <Button
          variant="outline"
          size="small"
          aria-label={`None of the ${label.toLowerCase()}`}
          onClick={() => onChange([])}
        >
          None
        </Button>
      </div>
      <div className={styles.items}>
        {items.map(({ _id, name }) => (
          <CheckboxField
            key={_id}
            label={name}
            checked={has(chosen, _id)}
            onChange={() => toggle(_id)}
          />
        ))}
      </div>
    </fieldset>
  );
}
