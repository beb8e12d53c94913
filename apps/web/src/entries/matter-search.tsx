import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useId, useState } from 'react';
import { cx } from '../ui/class-names.ts';
import { comboboxOf } from '../ui/combobox.ts';
import { Field } from '../ui/field.tsx';
import fieldStyles from '../ui/field.module.css';
import { foundMattersQuery, recentMattersQuery } from './entries.queries.ts';
import type { MatterChoice } from './entry-draft.ts';
import styles from './matter-search.module.css';

type Props = {
  readonly value: MatterChoice | null;
  readonly error?: string | undefined;
  readonly isRequired?: boolean;
  readonly onChoose: (matter: MatterChoice | null) => void;
};

/** Finds a matter by number, client or description; before anything is typed, and first among what is found, come the recent ones. */
export function MatterSearch({ value, error, isRequired = true, onChoose }: Props) {
  const list = useMatterList(onChoose);
  const { listId, typed, active, choices } = list;
  const isOpen = typed !== null;
  const chosen = value === null ? '' : `${value.number} · ${value.name}`;
  return (
    <Field label="Matter" isRequired={isRequired} {...(error !== undefined && { error })}>
      {(wiring) => (
        <div className={styles['search']}>
          <input
            {...wiring}
            {...comboboxOf({ listId, active: isOpen && choices.length > 0 ? `${listId}-${active}` : undefined, isOpen })}
            {...inDialog(isOpen)}
            className={fieldStyles['control']}
            placeholder="Number, client or description"
            value={typed ?? chosen}
            onFocus={(event) => event.currentTarget.select()}
            onClick={() => list.open()}
            onChange={(event) => list.type(event.currentTarget.value)}
            onKeyDown={list.onKeyDown}
            onBlur={list.close}
          />
          <div {...listbox} id={listId} className={styles['list']} hidden={!isOpen}>
            {choices.map((matter, index) => (
              <Choice
                key={matter._id}
                id={`${listId}-${index}`}
                matter={matter}
                isActive={index === active}
                onMouseMove={() => list.point(index)}
                onChoose={() => list.choose(matter)}
              />
            ))}
          </div>
          {isOpen && choices.length === 0 && <output className={styles['none']}>{list.message}</output>}
        </div>
      )}
    </Field>
  );
}

const listbox = { role: 'listbox', 'aria-label': 'Matters' } as const;

/** One begins here, and Escape closes the list, not the dialog around it as well. */
function inDialog(isOpen: boolean) {
  return { 'data-autofocus': true, ...(isOpen && { 'data-mantine-stop-propagation': true }) };
}

type ChoiceProps = Pick<ComponentProps<'div'>, 'id' | 'onMouseMove'> & {
  readonly matter: MatterChoice;
  readonly isActive: boolean;
  readonly onChoose: () => void;
};

/** The keys are handled by the input, which keeps the focus. */
function Choice({ id, matter, isActive, onMouseMove, onChoose }: ChoiceProps) {
  const option: ComponentProps<'div'> = {
    role: 'option',
    'aria-selected': isActive,
    onMouseMove,
    onMouseDown: (event) => {
      event.preventDefault();
      onChoose();
    },
  };
  return (
    <div {...option} id={id} className={cx(styles['choice'], isActive && styles['active'])}>
      <strong>{matter.number}</strong>
      <span>{matter.name}</span>
      {matter.client !== null && <span className={styles['client']}>{matter.client}</span>}
    </div>
  );
}

/** What was typed (null while the list is closed), what may be chosen, and the keys. */
function useMatterList(onChoose: (matter: MatterChoice) => void) {
  const listId = useId();
  const [typed, setTyped] = useState<string | null>(null);
  const [active, setActive] = useState(0);
  const { choices, message } = useChoices((typed ?? '').trim());
  const isOpen = typed !== null;
  const close = () => setTyped(null);
  const open = () => setTyped((now) => now ?? '');
  const choose = (matter: MatterChoice) => {
    onChoose(matter);
    close();
  };
  const move = (step: number) => (isOpen ? setActive(Math.min(Math.max(active + step, 0), Math.max(choices.length - 1, 0))) : open());
  const keys: Readonly<Record<string, () => void>> = {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen && { Enter: () => choices[active] !== undefined && choose(choices[active]), Escape: close }),
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act();
  };
  const type = (text: string) => {
    setTyped(text);
    setActive(0);
  };
  return { listId, typed, active, choices, message, open, close, choose, type, point: setActive, onKeyDown };
}

const searchAfterMs = 200;

function useChoices(search: string): { choices: MatterChoice[]; message: string } {
  const [settled] = useDebouncedValue(search, searchAfterMs);
  const recent = useQuery(recentMattersQuery);
  const found = useQuery({ ...foundMattersQuery(settled), placeholderData: keepPreviousData });
  const matches = (matter: MatterChoice) =>
    `${matter.number}\n${matter.client ?? ''}\n${matter.name}`.toLowerCase().includes(search.toLowerCase());
  // The answer to the letters before is narrowed at once, and serves where the network is away.
  const known = new Map([...(recent.data ?? []), ...(found.data ?? [])].map((matter) => [matter._id, matter]));
  const isSearching = found.isFetching || settled !== search;
  return { choices: [...known.values()].filter(matches), message: isSearching ? 'Searching…' : nothingFound(search, found.error) };
}

function nothingFound(search: string, error: Error | null): string {
  if (error !== null) return error.message;
  return search === '' ? 'There are no matters yet.' : 'No matter matches.';
}
