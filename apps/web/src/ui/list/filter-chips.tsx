import type { MouseEvent } from 'react';
import { Button } from '../controls/button.tsx';
import { CloseIcon } from '../controls/icons.tsx';
import { dropTypedSearch } from '../search/use-typed-search.ts';
import styles from './filter-chips.module.css';

export type FilterChip = { key: string; text: string; onRemove: () => void };

/** Active filters of a list; the user removes one of them, or all. */
export function FilterChips({
  chips,
  onClear,
}: {
  chips: readonly FilterChip[];
  onClear: () => void;
}) {
  if (chips.length === 0) return null;
  return (
    <div className={styles.chips} data-unprinted>
      <ul aria-label="Filters">
        {chips.map(({ key, text, onRemove }) => (
          <li key={key}>
            <button
              type="button"
              aria-label={`Remove filter: ${text}`}
              onClick={(event) => {
                focusAfter(event);
                onRemove();
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
          onClear();
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
