import { type ComponentProps, type ReactNode, useId, useRef } from 'react';
import { IconButton } from '../controls/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../controls/icons.tsx';
import styles from './search-box.module.css';

type Props = ComponentProps<'input'> & {
  label: string;
  value: string;
  onClear: () => void;
  /** Below the input. */
  children?: ReactNode;
};

/** The input of a search, which can be cleared in every browser. */
export function SearchField({ label, onClear, children, ...rest }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  return (
    <search className={styles.search} data-unprinted>
      <label htmlFor={id} className="visually-hidden">
        {label}
      </label>
      <SearchIcon />
      <input
        id={id}
        ref={input}
        type="search"
        data-shortcut="/"
        placeholder={label}
        maxLength={200}
        autoComplete="off"
        {...rest}
      />
      {rest.value !== '' && (
        <span className={styles.clear}>
          <IconButton
            label="Clear the search"
            onClick={() => {
              onClear();
              input.current?.focus();
            }}
          >
            <CloseIcon />
          </IconButton>
        </span>
      )}
      {children}
    </search>
  );
}
