import { userStatus } from '@recoup/contract/core/access';
import { folded } from '@recoup/contract/core/folded';
import type { User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import field from '../ui/form/field.module.css';
import { type Option, TextField } from '../ui/form/fields.tsx';
import styles from './records-for-field.module.css';
import { allAttorneysQuery } from './users.queries.ts';

type Props = {
  attorney: User | undefined;
  value: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** For which attorneys a secretary records; folded away, because few do. */
export function RecordsForField({ attorney, value, onChange }: Props) {
  const attorneys = useQuery(allAttorneysQuery);
  const known = (attorneys.data ?? [])
    .filter(({ _id, status }) => status === userStatus.active || value.includes(_id))
    .filter(({ _id }) => _id !== attorney?._id)
    .map(({ _id, name, status }) => ({
      value: _id,
      label: status === userStatus.active ? name : `${name} (not active)`,
    }));
  // Until the list is there, those that were read.
  const read = attorney?.recordsFor.map(({ _id, name }) => ({ value: _id, label: name })) ?? [];
  return (
    <>
      <NotLoaded what="The attorneys" of={attorneys} />
      <ChoiceList
        label="Records for"
        description="This person may record entries for the chosen attorneys, at their prices."
        options={known.length > 0 ? known : read}
        value={value}
        onChange={onChange}
      />
    </>
  );
}

type ListProps = {
  label: string;
  description: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** From so many options on a list can be searched. */
const manyOptions = 8;

/** Several of many options, folded away; the summary says how many are chosen. */
function ChoiceList({ label, description, options, value, onChange }: ListProps) {
  const [search, setSearch] = useState('');
  const wanted = folded(search.trim());
  const shown = options.filter((option) => folded(option.label).includes(wanted));
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

function Options({ label, options, value, onChange }: Omit<ListProps, 'description'>) {
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
