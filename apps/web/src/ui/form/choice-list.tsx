import { useState } from 'react';
import type { Option } from './fields.tsx';
import styles from './choice-list.module.css';
import field from './field.module.css';
import { TextField } from './fields.tsx';

type Props = {
  label: string;
  description: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** From so many options on a list can be searched. */
const manyOptions = 8;

/** Several of many options, folded away; the summary says how many are chosen. */
export function ChoiceList({ label, description, options, value, onChange }: Props) {
  const [search, setSearch] = useState('');
  const shown = options.filter((option) =>
    option.label.toLowerCase().includes(search.trim().toLowerCase()),
  );
  const names = options.filter((option) => value.includes(option.value)).map((each) => each.label);
  return (
    <details className={styles.list}>
      <summary>
        {label}: {names.length === 0 ? 'nobody else' : names.join(', ')}
      </summary>
      <p className={field.about}>{description}</p>
      {options.length > manyOptions && (
        <TextField
          label={`Search: ${label}`}
          type="search"
          autoComplete="off"
          value={search}
          // Enter would save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Options {...{ label, options: shown, value, onChange }} />
      {shown.length === 0 && (
        <p className={field.about}>
          {options.length === 0 ? 'There is no one else yet.' : `Nothing matches “${search}”.`}
        </p>
      )}
    </details>
  );
}

function Options({ label, options, value, onChange }: Omit<Props, 'description'>) {
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id]);
  return (
    <fieldset className={styles.options} hidden={options.length === 0}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={field.choice}>
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
