import { useState, type ComponentProps, useId } from 'react';
import { useNavigate } from 'react-router';
import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQueries } from '@tanstack/react-query';
import type { CurrentUser } from '@recoup/contract/users/user';
import { comboboxProps, onKeys, useInSight } from '../../ui/controls/combobox.ts';
import { BareDialog } from '../../ui/dialog/bare-dialog.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { CloseIcon, SearchIcon } from '../../ui/controls/icons.tsx';
import styles from './palette.module.css';
import { type Item, type Group, isMatch, ownGroups } from './palette-items.ts';
import { Button } from '../../ui/controls/button.tsx';
import { cx } from '../../ui/lib/class-names.ts';
import { sourcesFor } from './palette-sources.ts';

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

/** How many there are, for who cannot see it; and what went wrong. */
function PaletteOutcome({
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
          <p>Some results could not be loaded. {failure.message}</p>
          <Button variant="outline" size="small" onClick={failure.retry}>
            Retry
          </Button>
        </div>
      )}
    </>
  );
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

/** The active option, by id because answers arrive in any order. */
function useChoice(groups: readonly Group[], onChoose: (item: Item) => void) {
  const listId = useId();
  const [pointed, point] = useState<string>();
  const itemId = (title: string, item: Item) =>
    `${listId}-${title}-${item.id}`.replaceAll(/[^\w-]/g, '_');
  const all = groups.flatMap(({ title, items }) =>
    items.map((item) => ({ item, id: itemId(title, item) })),
  );
  const place = Math.max(
    0,
    all.findIndex(({ id }) => id === pointed),
  );
  const active = all[place];
  const activeId = active?.id;
  useInSight(activeId ?? '');
  const move = (to: number) => point(all[(to + all.length) % all.length]?.id);
  const onKeyDown = onKeys({
    ArrowDown: () => move(place + 1),
    ArrowUp: () => move(place - 1),
    PageDown: () => move(all.length - 1),
    PageUp: () => move(0),
    Enter: () => active !== undefined && onChoose(active.item),
  });
  return { listId, activeId, idOf: itemId, point, reset: () => point(undefined), onKeyDown };
}

const searchAfterMs = 200;

type Found = {
  groups: readonly Group[];
  isSearching: boolean;
  /** First error of the failed searches; undefined if all succeeded. */
  failure: { message: string; retry: () => void } | undefined;
};

/** Local pages at once, server results after a pause; overtaken searches are cancelled. */
function usePalette(user: CurrentUser, typed: string): Found {
  const search = typed.trim();
  const [settled] = useDebouncedValue(search, searchAfterMs);
  const sources = sourcesFor(user);
  const results = useQueries({
    queries: sources.map(({ title, find }) => ({
      queryKey: ['palette', title, settled] as const,
      queryFn: ({ signal }: { signal: AbortSignal }) => find(settled, signal),
      placeholderData: keepPreviousData,
      enabled: settled !== '',
    })),
  });
  const own = ownGroups(user.role, search);
  if (search === '') return { groups: own, isSearching: false, failure: undefined };
  const found = results.map(({ data = [], isPlaceholderData }, index) => ({
    title: sources[index]?.title ?? '',
    // The answer to the letters before is narrowed at once.
    items:
      isPlaceholderData || settled !== search ? data.filter((item) => isMatch(item, search)) : data,
  }));
  const failed = results.filter(({ isError }) => isError);
  const [error] = failed.flatMap((each) => each.error ?? []);
  return {
    groups: [...own, ...found.filter(({ items }) => items.length > 0)],
    isSearching: settled !== search || results.some(({ isFetching }) => isFetching),
    failure: error && {
      message: error.message,
      retry: () => failed.forEach((each) => void each.refetch()),
    },
  };
}
