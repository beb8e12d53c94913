import { useId, useState } from 'react';
import { comboboxProps } from '../../ui/controls/combobox.ts';
import { SearchField } from '../../ui/search/search-field.tsx';
import { useTypedSearch } from '../../ui/search/use-typed-search.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { Choices } from '../matter-search/matter-choices.tsx';
import { onlyWithNumber } from '../matter-search/matter-numbers.ts';
import { useMatterChoices } from '../matter-search/use-matter-choices.ts';
import { onKeys, useInSight } from '../../ui/controls/combobox.ts';
import { useChangeFilters } from './entry-view.ts';

type Props = { value: string; onSearch: (text: string) => void };

/**
 * Searches in matter, client, narration and voucher, and offers the matters found: one that is
 * chosen, or whose number was typed in full, becomes a filter.
 */
export function EntrySearch({ value, onSearch }: Props) {
  const search = useTypedSearch(value, onSearch);
  const list = useMatterSuggestions(search.typed, {
    onChoose: useChooseMatter(search.clear),
    onCommit: search.commit,
  });
  const { listId, isOpen, active, choices } = list;
  return (
    <SearchField
      {...comboboxProps({
        listId,
        active: isOpen && choices[active] ? `${listId}-${active}` : undefined,
        isOpen: isOpen && choices.length > 0,
      })}
      label="Search matter, client or narration"
      value={search.typed}
      onClick={list.open}
      onChange={({ currentTarget }) => {
        search.type(currentTarget.value);
        list.open();
      }}
      onKeyDown={list.onKeyDown}
      onBlur={list.close}
      onClear={() => {
        search.clear();
        list.close();
      }}
    >
      {choices.length > 0 && <Choices list={list} />}
    </SearchField>
  );
}

/** One change of the address: the typed text only looked for the matter. */
function useChooseMatter(clearSearch: () => void): (matter: MatterChoice) => void {
  const change = useChangeFilters();
  return ({ _id }) => {
    clearSearch();
    change({ matter: _id, search: '' });
  };
}

type Choosing = {
  onChoose: (matter: MatterChoice) => void;
  onCommit: (text: string) => void;
};

/** As in the form of an entry, but with no active matter: Enter searches for the text. */
function useMatterSuggestions(typed: string, { onChoose, onCommit }: Choosing) {
  const listId = useId();
  const [{ isOpen, active }, setList] = useState(closed);
  const text = typed.trim();
  const { choices, message } = useMatterChoices(text);
  useInSight(`${listId}-${active}`);
  const close = () => setList(closed);
  const open = () => setList({ isOpen: true, active: -1 });
  const point = (line: number) =>
    setList((now) => (now.active === line ? now : { isOpen: true, active: line }));
  const choose = (matter: MatterChoice) => {
    close();
    onChoose(matter);
  };
  const move = (step: number) => {
    if (isOpen) point(Math.min(Math.max(active + step, 0), choices.length - 1));
    else open();
  };
  const enter = () => {
    const chosen = isOpen ? choices[active] : undefined;
    const matter = chosen ?? (text === '' ? undefined : onlyWithNumber(choices, text));
    if (matter !== undefined) return choose(matter);
    close();
    onCommit(text);
  };
  const onKeyDown = onKeys({
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    Enter: enter,
    ...(isOpen && { Escape: close }),
  });
  return { listId, isOpen, active, choices, message, open, close, point, choose, onKeyDown };
}

const closed = { isOpen: false, active: -1 };
