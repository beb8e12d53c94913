import { type SyntheticEvent, useId, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../controls/button.tsx';
import { ChevronIcon } from '../controls/icons.tsx';
import menu from '../controls/menu.module.css';
import { cx } from '../lib/class-names.ts';
import { opensRow } from './open-row.ts';

type Item = {
  word: string;
  /** Names the row too, and holds the word: 'Set cap of NP0001'. */
  label: string;
  /** A press anywhere on the row does the same. */
  isOpener?: boolean;
} & ({ to: string } | { onClick: () => void });

/** Several actions of a row behind one button: a native popover, like the account menu. */
export function RowMenu({ label, items }: { label: string; items: readonly Item[] }) {
  const id = useId();
  const button = useRef<HTMLButtonElement>(null);
  return (
    <>
      <Button ref={button} variant="quiet" size="small" popoverTarget={id} aria-label={label}>
        Actions
        <ChevronIcon />
      </Button>
      <div
        id={id}
        popover="auto"
        className={cx(menu.menu, menu.ofRow)}
        onBeforeToggle={({ currentTarget }) => placeAt(button.current, currentTarget)}
        // The focus is back at the button then, where a dialog finds it and returns it to.
        onClick={(event: SyntheticEvent<HTMLElement>) => event.currentTarget.hidePopover()}
      >
        <ul aria-label={label}>
          {items.map((item) => (
            <li key={item.word}>
              <MenuItem {...item} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function MenuItem({ word, label, isOpener = false, ...action }: Item) {
  const look = { className: menu.item, 'aria-label': label, ...(isOpener && opensRow) };
  return 'to' in action ? (
    <Link {...look} {...action}>
      {word}
    </Link>
  ) : (
    <button type="button" {...look} {...action}>
      {word}
    </button>
  );
}

/** Below the button, or above it in the lower half of the window. */
function placeAt(button: HTMLElement | null, popover: HTMLElement): void {
  if (button === null) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const isLow = bottom > innerHeight / 2;
  popover.style.top = `${scrollY + (isLow ? top : bottom)}px`;
  popover.style.right = `${document.documentElement.clientWidth - right}px`;
  popover.style.translate = isLow ? '0 -100%' : '';
}
