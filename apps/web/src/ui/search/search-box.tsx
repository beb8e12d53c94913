import { useId } from 'react';
import { SearchField } from './search-field.tsx';
import { useTypedSearch } from './use-typed-search.ts';

type Props = {
  label: string;
  value: string;
  /** Offered by the browser while one types. */
  suggestions?: readonly string[];
  onSearch: (text: string) => void;
};

/** Searches after a pause, at once on Enter; follows the address. */
export function SearchBox({ label, value, suggestions, onSearch }: Props) {
  const id = useId();
  const { typed, type, commit, clear } = useTypedSearch(value, onSearch);
  return (
    <SearchField
      label={label}
      list={suggestions && id}
      value={typed}
      onChange={({ currentTarget }) => type(currentTarget.value)}
      onKeyDown={({ key, currentTarget }) => {
        if (key === 'Enter') commit(currentTarget.value);
      }}
      onClear={clear}
    >
      {suggestions && (
        <datalist id={id}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
    </SearchField>
  );
}
