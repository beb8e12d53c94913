import { useDebouncedCallback } from '@mantine/hooks';
import { useId, useState } from 'react';
import { SearchIcon } from '../controls/icons.tsx';
import styles from './search-box.module.css';

const debounceMs = 500;
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
  const { typed, type, commit } = useTyped(value, onSearch);
  return (
    <search className={styles.search} data-unprinted>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <SearchIcon />
      <input
        id={id}
        type="search"
        data-shortcut="/"
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        list={suggestions && `${id}-suggestions`}
        value={typed}
        onChange={({ currentTarget }) => type(currentTarget.value)}
        onKeyDown={({ key, currentTarget }) => {
          if (key === 'Enter') commit(currentTarget.value);
        }}
      />
      {suggestions && (
        <datalist id={`${id}-suggestions`}>
          {suggestions.map((text) => (
            <option key={text}>{text}</option>
          ))}
        </datalist>
      )}
    </search>
  );
}

/** Typed text is ahead of `value`; a `value` from elsewhere (Back) replaces it. */
function useTyped(value: string, onSearch: (text: string) => void) {
  const [state, setState] = useState({ typed: value, known: value, asked: value });
  if (state.known !== value) {
    setState(
      value === state.asked
        ? { ...state, known: value }
        : { typed: value, known: value, asked: value },
    );
  }
  const commit = (text: string) => {
    const asked = text.trim();
    setState((before) => ({ ...before, asked }));
    if (asked !== value) onSearch(asked);
  };
  const commitLater = useDebouncedCallback(commit, debounceMs);
  const type = (typed: string) => {
    setState((before) => ({ ...before, typed }));
    commitLater(typed);
  };
  return { typed: state.typed, type, commit };
}
