import { useContext, useId, useRef } from 'react';
import { Link } from 'react-router';
import { Button } from '../controls/button.tsx';
import { ChevronIcon } from '../controls/icons.tsx';
import menu from '../controls/menu.module.css';
import { OldAnswer } from '../feedback/old-answer.ts';
import { cx } from '../lib/class-names.ts';
import { opensRow } from './open-row.ts';
import styles from './data-table.module.css';

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
  const popover = useRef<HTMLDivElement>(null);
  return (
    <>
      <Button ref={button} variant="quiet" size="small" popoverTarget={id} aria-label={label}>
        Actions
        <ChevronIcon />
      </Button>
      <div
        ref={popover}
        id={id}
        popover="auto"
        className={cx(menu.menu, styles.rowMenu)}
        onBeforeToggle={({ currentTarget }) => placeAt(button.current, currentTarget)}
      >
        <ul aria-label={label}>
          {items.map((item) => (
            <li key={item.word}>
              <MenuItem {...item} onClose={() => popover.current?.hidePopover()} />
            </li>
          ))}
        </ul>
      </div>
    </>
  );
}

function MenuItem({ word, label, isOpener, onClose, ...action }: Item & { onClose: () => void }) {
  const isOld = useContext(OldAnswer);
  const look = { className: menu.item, 'aria-label': label, ...(isOpener && opensRow) };
  if ('to' in action)
    return (
      <Link {...look} to={action.to} onClick={onClose}>
        {word}
      </Link>
    );
  // The focus is back at the menu's button then, where a dialog finds it and returns it to.
  const act = () => {
    if (isOld) return;
    onClose();
    action.onClick();
  };
  return (
    <button type="button" {...look} aria-disabled={isOld || undefined} onClick={act}>
      {word}
    </button>
  );
}

/** Below or above the button, where there is more room. A taller menu scrolls in it. */
function placeAt(button: HTMLElement | null, popover: HTMLElement): void {
  if (button === null) return;
  const { top, bottom, right } = button.getBoundingClientRect();
  const below = innerHeight - bottom;
  const isAbove = top > below;
  popover.style.top = `${scrollY + (isAbove ? top : bottom)}px`;
  popover.style.right = `${document.documentElement.clientWidth - right}px`;
  popover.style.translate = isAbove ? '0 -100%' : '';
  popover.style.maxHeight = `${Math.max(top, below)}px`;
}
