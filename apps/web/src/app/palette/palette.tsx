import type { CurrentUser } from '@recoup/contract/users/user';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { comboboxProps } from '../../ui/controls/combobox.ts';
import { BareDialog } from '../../ui/dialog/bare-dialog.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/controls/icons.tsx';
import styles from './palette.module.css';
import type { Item } from './palette-items.ts';
import { usePalette } from './use-palette.ts';
import { useChoice } from './use-choice.ts';
import { Results } from './palette-results.tsx';
import { PaletteOutcome } from './palette-outcome.tsx';

type Props = { user: CurrentUser; onClose: () => void };

/** Finds pages, actions, people and matters. */
export function Palette({ user, onClose }: Props) {
  const [typed, setTyped] = useState('');
  const found = usePalette(user, typed);
  const go = useGo(onClose);
  const choice = useChoice(found.groups, go);
  return (
    <BareDialog label="Search or go to" isOpen onClose={onClose}>
      <div className={styles.head}>
        <SearchIcon />
        <input
          {...comboboxProps({
            listId: choice.listId,
            active: choice.activeId,
            isOpen: choice.activeId !== undefined,
          })}
          ref={focusAtOnce}
          data-autofocus
          aria-label="Search or go to"
          placeholder="Search names, matters, pages…"
          maxLength={200}
          value={typed}
          onChange={({ currentTarget }) => {
            setTyped(currentTarget.value);
            choice.reset();
          }}
          onKeyDown={choice.onKeyDown}
        />
        <IconButton label="Close" onClick={onClose}>
          <CloseIcon />
        </IconButton>
      </div>
      <Results found={found} choice={choice} onChoose={go} />
      <PaletteOutcome found={found} typed={typed.trim()} />
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> go <kbd>Esc</kbd> close
      </p>
    </BareDialog>
  );
}

/** Focus at once: letters typed before the dialog's own focus would trigger page shortcuts. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}

/** Closes first, so that a page's question about unsaved changes finds the focus where it was. */
function useGo(onClose: () => void): (item: Item) => void {
  const navigate = useNavigate();
  return ({ to, state }) => {
    onClose();
    requestAnimationFrame(() => void navigate(to, { state }));
  };
}
