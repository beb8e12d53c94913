import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef, useState } from 'react';
import { cx } from '../../ui/lib/class-names.ts';
import { comboboxOf } from '../../ui/controls/combobox.ts';
import { Field } from '../../ui/form/field.tsx';
import fieldStyles from '../../ui/form/field.module.css';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import { CloseIcon } from '../../ui/controls/icons.tsx';
import { foundMattersQuery, recentMattersQuery } from '../entries.queries.ts';
import type { MatterChoice } from '../form/entry-draft.ts';
import styles from './matter-search.module.css';

type Props = {
  value: MatterChoice | null;
  error?: string | undefined;
  isRequired?: boolean;
  onChoose: (matter: MatterChoice | null) => void;
};

/** Finds a matter by number, client or description; before anything is typed, and first among what is found, come the recent ones. */
export function MatterSearch({ value, error, isRequired = true, onChoose }: Props) {
  const list = useMatterList({ isRequired, onChoose });
  const input = useRef<HTMLInputElement>(null);
  const clear = () => {
    list.choose(null);
    input.current?.focus();
  };
  return (
    <Field label="Matter" isRequired={isRequired} {...(error !== undefined && { error })}>
      {(wiring) => (
        <div className={styles.search}>
          <MatterInput
            {...wiring}
            ref={input}
            matters={list}
            chosen={value === null ? '' : `${value.number} · ${value.name}`}
          />
          {!isRequired && value !== null && (
            <span className={styles.clear}>
              <IconButton label="Clear the matter" onClick={clear}>
                <CloseIcon />
              </IconButton>
            </span>
          )}
          <Choices list={list} />
        </div>
      )}
    </Field>
  );
}

type List = ReturnType<typeof useMatterList>;

function MatterInput({
  matters,
  chosen,
  ...rest
}: ComponentProps<'input'> & { matters: List; chosen: string }) {
  const { listId, typed, isOpen, active, choices } = matters;
  return (
    <input
      {...rest}
      {...comboboxOf({
        listId,
        active: isOpen && choices[active] ? `${listId}-${active}` : undefined,
        isOpen,
      })}
      {...inDialog(isOpen)}
      className={fieldStyles.control}
      placeholder="Number, client or description"
      value={typed ?? chosen}
      onFocus={(event) => event.currentTarget.select()}
      onClick={matters.open}
      onChange={(event) => matters.type(event.currentTarget.value)}
      onKeyDown={matters.onKeyDown}
      onBlur={matters.leave}
    />
  );
}

function Choices({ list }: { list: List }) {
  const { listId, isOpen, active, choices } = list;
  return (
    <>
      <div {...listbox} id={listId} className={styles.list} hidden={!isOpen}>
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
      {isOpen && choices.length === 0 && <output className={styles.none}>{list.message}</output>}
    </>
  );
}

const listbox = { role: 'listbox', 'aria-label': 'Matters' } as const;

/** One begins here, and Escape closes the list, not the dialog around it as well. */
function inDialog(isOpen: boolean) {
  return { 'data-autofocus': true, ...(isOpen && { 'data-mantine-stop-propagation': true }) };
}

type ChoiceProps = Pick<ComponentProps<'div'>, 'id' | 'onMouseMove'> & {
  matter: MatterChoice;
  isActive: boolean;
  onChoose: () => void;
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
    <div {...option} id={id} className={cx(styles.choice, isActive && styles.active)}>
      <strong>{matter.number}</strong>
      <span>{matter.name}</span>
      {matter.client !== null && <span className={styles.client}>{matter.client}</span>}
    </div>
  );
}

/** `active`: the line that Enter chooses; -1 for none. */
type Letters = { typed: string | null; isOpen: boolean; active: number };
const closed: Letters = { typed: null, isOpen: false, active: -1 };

type Choosing = { isRequired: boolean; onChoose: (matter: MatterChoice | null) => void };

/**
 * What was typed (null: nothing since the last choice), what may be chosen, and the keys. Before a letter is typed no line is meant: Enter
 * then saves the form. Where a matter is required, letters that chose none leave none, so that a form is not saved with the matter before;
 * they stay, also over a sign-in in place.
 */
function useMatterList({ isRequired, onChoose }: Choosing) {
  const listId = useId();
  const [{ typed, isOpen, active }, setList] = useState(closed);
  const letters = typed?.trim() ?? '';
  const { choices, message } = useChoices(letters);
  useInSight(`${listId}-${active}`);
  const close = () => setList(closed);
  const open = () => setList((now) => ({ ...now, typed: now.typed ?? '', isOpen: true }));
  const point = (line: number) =>
    setList((now) => (now.active === line ? now : { ...now, active: line }));
  const choose = (matter: MatterChoice | null) => {
    onChoose(matter);
    close();
  };
  const type = (text: string) => {
    setList({ typed: text, isOpen: true, active: text === '' ? -1 : 0 });
    if (text === '' && !isRequired) onChoose(null);
  };
  const leave = () => {
    if (!isRequired || letters === '') return close();
    onChoose(null);
    setList({ ...closed, typed });
  };
  const move = (step: number) =>
    isOpen ? point(Math.min(Math.max(active + step, 0), Math.max(choices.length - 1, 0))) : open();
  const isSaving = typed === '' && active < 0;
  const onKeyDown = pressing({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen &&
      !isSaving && { Enter: () => choices[active] !== undefined && choose(choices[active]) }),
    ...(isOpen && { Escape: close }),
  });
  return {
    listId,
    typed,
    isOpen,
    active,
    choices,
    message,
    open,
    leave,
    choose,
    type,
    point,
    onKeyDown,
  };
}

function pressing(keys: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act) return;
    event.preventDefault();
    act();
  };
}

/** Scrolling is outside React. New browsers return a promise from it, which React would take for the end of the effect. */
function useInSight(id: string): void {
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}

const searchAfterMs = 200;

function useChoices(search: string): { choices: MatterChoice[]; message: string } {
  const [settled] = useDebouncedValue(search, searchAfterMs);
  const recent = useQuery(recentMattersQuery);
  const first = useQuery(foundMattersQuery(''));
  const found = useQuery({ ...foundMattersQuery(settled), placeholderData: keepPreviousData });
  const matches = (matter: MatterChoice) =>
    `${matter.number}\n${matter.client ?? ''}\n${matter.name}`
      .toLowerCase()
      .includes(search.toLowerCase());
  // The answer to the letters before is narrowed at once, and serves where the network is away.
  const known = new Map(
    [recent, first, found].flatMap(({ data = [] }) => data).map((matter) => [matter._id, matter]),
  );
  const isSearching = found.isFetching || settled !== search;
  return {
    choices: [...known.values()].filter(matches),
    message: isSearching ? 'Searching…' : nothingFound(search, found.error),
  };
}

function nothingFound(search: string, error: Error | null): string {
  if (error !== null) return error.message;
  return search === '' ? 'There are no matters yet.' : 'No matter matches.';
}
