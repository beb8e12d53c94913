import type { MouseEvent } from 'react';
import { Button } from '../controls/button.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { dropTypedSearch } from '../search/use-typed-search.ts';
import styles from './filter-chips.module.css';

type Props = {
  filters: { remove: (name: string) => void; clear: () => void };
  /** By the names of the filters; an empty text has no chip. */
  texts: Readonly<Record<string, string>>;
};

/** Active filters of a list; the user removes one of them, or all. */
export function FilterChips({ filters, texts }: Props) {
  const chips = Object.entries(texts).filter(([, text]) => text !== '');
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips} data-unprinted>
      <ul aria-label="Filters">
        {chips.map(([name, text]) => (
          <li key={name}>
            <button
              type="button"
              aria-label={`Remove filter: ${text}`}
              onClick={(event) => {
                focusAfter(event);
                filters.remove(name);
              }}
            >
              <span>{text}</span>
              <CloseIcon />
            </button>
          </li>
        ))}
      </ul>
      <Button
        variant="quiet"
        size="small"
        onClick={(event) => {
          restAbove(event.currentTarget);
          dropTypedSearch();
          filters.clear();
        }}
      >
        Clear filters
      </Button>
    </div>
  );
}

/** The chip goes with its filter: the focus moves to the next one, or to what stands around. */
function focusAfter({ currentTarget: pressed }: MouseEvent<HTMLButtonElement>): void {
  const buttons = [...(pressed.closest('ul')?.querySelectorAll('button') ?? [])];
  const at = buttons.indexOf(pressed);
  const next = buttons[at + 1] ?? buttons[at - 1];
  if (next) next.focus();
  else restAbove(pressed);
}

function restAbove(button: HTMLButtonElement): void {
  button.closest<HTMLElement>('[tabindex="-1"]')?.focus();
}
