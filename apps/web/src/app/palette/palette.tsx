import type { CurrentUser } from '@recoup/contract/users/user';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useState } from 'react';
import { useNavigate } from 'react-router';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import { comboboxOf } from '../../ui/controls/combobox.ts';
import { BareDialog } from '../../ui/dialog/dialog.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/controls/icons.tsx';
import styles from './palette.module.css';
import type { Group, Item } from './palette-items.ts';
import { type Found, usePalette } from './use-palette.ts';

type Props = { user: CurrentUser; onClose: () => void };

/** Goes to whatever one can name: a page, an action, a person, a matter. By keyboard, mouse or finger. */
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
          {...comboboxOf({
            listId: choice.listId,
            active: choice.activeId,
            isOpen: choice.activeId !== undefined,
          })}
          ref={focusAtOnce}
          data-autofocus
          aria-label="Search or go to"
          placeholder="A name, a number, a page …"
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
      <Outcome found={found} typed={typed.trim()} />
      <p className={styles.keys} aria-hidden="true">
        <kbd>↑</kbd> <kbd>↓</kbd> choose <kbd>Enter</kbd> go <kbd>Esc</kbd> close
      </p>
    </BareDialog>
  );
}

/** The dialog gives its focus a moment after it is seen; the letters typed in that moment would go to the page below, as its shortcuts. */
function focusAtOnce(input: HTMLInputElement | null): void {
  input?.focus({ preventScroll: true });
}

type Choice = ReturnType<typeof useChoice>;

function Results({
  found,
  choice,
  onChoose,
}: {
  found: Found;
  choice: Choice;
  onChoose: (item: Item) => void;
}) {
  const listbox = { role: 'listbox', 'aria-label': 'Results' } as const;
  return (
    <div {...listbox} id={choice.listId} className={styles.list}>
      {found.groups.map(({ title, items }) => (
        <div key={title} role="group" aria-label={title}>
          <p className={styles.title} aria-hidden="true">
            {title}
          </p>
          {items.map((item) => {
            const id = choice.idOf(title, item);
            return (
              <Option
                key={id}
                id={id}
                item={item}
                isActive={id === choice.activeId}
                onPoint={choice.point}
                onChoose={onChoose}
              />
            );
          })}
        </div>
      ))}
    </div>
  );
}

type OptionProps = {
  id: string;
  item: Item;
  isActive: boolean;
  onPoint: (id: string) => void;
  onChoose: (item: Item) => void;
};

/** The keys are handled by the input, which keeps the focus. */
function Option({ id, item, isActive, onPoint, onChoose }: OptionProps) {
  const option: ComponentProps<'div'> = {
    role: 'option',
    'aria-selected': isActive,
    onMouseMove: () => onPoint(id),
    onMouseDown: (event) => event.preventDefault(),
    onClick: () => onChoose(item),
  };
  return (
    <div {...option} id={id} className={cx(styles.option, isActive && styles.active)}>
      <span>{item.label}</span>
      {item.hint !== undefined && <small>{item.hint}</small>}
    </div>
  );
}

/** How many there are, for who cannot see it; and what went wrong. */
function Outcome({
  found: { groups, isSearching, failure },
  typed,
}: {
  found: Found;
  typed: string;
}) {
  const count = groups.reduce((sum, { items }) => sum + items.length, 0);
  const counted = count === 1 ? '1 result' : `${count} results`;
  return (
    <>
      <output className={count > 0 ? 'visually-hidden' : styles.none}>
        {isSearching && 'Searching…'}
        {!isSearching && (count === 0 ? !failure && `Nothing matches “${typed}”.` : counted)}
      </output>
      {failure !== undefined && !isSearching && (
        <div role="alert" className={styles.failure}>
          <p>Not everything could be searched. {failure.message}</p>
          <Button variant="outline" size="small" onClick={failure.retry}>
            Retry
          </Button>
        </div>
      )}
    </>
  );
}

/** Which line is meant: the first, until one points or moves. Held by its id, because answers come in any order. */
function useChoice(groups: readonly Group[], onChoose: (item: Item) => void) {
  const listId = useId();
  const [pointed, point] = useState<string>();
  const idOf = (title: string, item: Item) =>
    `${listId}-${title}-${item.id}`.replaceAll(/[^\w-]/g, '_');
  const all = groups.flatMap(({ title, items }) =>
    items.map((item) => ({ item, id: idOf(title, item) })),
  );
  const place = Math.max(
    0,
    all.findIndex(({ id }) => id === pointed),
  );
  const active = all[place];
  const activeId = active?.id;
  // Scrolling is outside React.
  useEffect(() => {
    if (activeId !== undefined)
      document.getElementById(activeId)?.scrollIntoView({ block: 'nearest' });
  }, [activeId]);
  const move = (to: number) => point(all[(to + all.length) % all.length]?.id);
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(place + 1),
    ArrowUp: () => move(place - 1),
    PageDown: () => move(all.length - 1),
    PageUp: () => move(0),
    Enter: () => active !== undefined && onChoose(active.item),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
  return { listId, activeId, idOf, point, reset: () => point(undefined), onKeyDown };
}

/** Closes first, so that a page's question about unsaved changes finds the focus where it was. */
function useGo(onClose: () => void): (item: Item) => void {
  const navigate = useNavigate();
  return ({ to, state }) => {
    onClose();
    requestAnimationFrame(() => void navigate(to, { state }));
  };
}
