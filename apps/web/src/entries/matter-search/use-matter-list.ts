import { type KeyboardEvent, useEffect, useId, useState } from 'react';
import { onKeys, useInSight } from '../../ui/controls/combobox.ts';
import type { MatterChoice } from '../form/matter-choice.ts';
import { onlyWithNumber } from './matter-numbers.ts';
import { useMatterChoices } from './use-matter-choices.ts';

export type ListOptions = {
  hasMatter: boolean;
  /** Text that was typed before, such as in a field that is gone. */
  text?: string | undefined;
  onChoose: (matter: MatterChoice | null) => void;
  /** Runs with the text that names no matter yet, or with an empty text. */
  onType?: ((text: string) => void) | undefined;
};

/**
 * The combobox of matters: typed text, choices and keys. With nothing typed no choice is active,
 * so Enter saves the form. A number typed in full is chosen when the field is left. Other text
 * clears the matter, so that a form is not saved with the previous one. Escape goes back to the
 * matter, and without one keeps the text.
 */
export function useMatterList({ hasMatter, text, onChoose, onType }: ListOptions) {
  const listId = useId();
  const [{ typed, isOpen, active }, setList] = useState(() => closedWith(text));
  const letters = typed?.trim() ?? '';
  const { choices, message } = useMatterChoices(letters);
  useInSight(`${listId}-${active}`);
  const set = (next: Letters) => {
    setList(next);
    onType?.(next.typed ?? '');
  };
  const close = () => set(closed);
  const open = () => setList((now) => ({ ...now, typed: now.typed ?? '', isOpen: true }));
  const point = (line: number) =>
    setList((now) => (now.active === line ? now : { ...now, active: line }));
  const choose = (matter: MatterChoice | undefined) => {
    if (matter === undefined) return;
    onChoose(matter);
    close();
  };
  const type = (next: string) => set({ typed: next, isOpen: true, active: next === '' ? -1 : 0 });
  const leave = () => {
    if (letters === '') return close();
    onChoose(null);
    set({ ...closed, typed });
  };
  useAfterLeaving(!isOpen && letters !== '', () => choose(onlyWithNumber(choices, letters)));
  const move = (step: number) =>
    isOpen ? point(Math.min(Math.max(active + step, 0), Math.max(choices.length - 1, 0))) : open();
  const hasNoChoice = isOpen && typed === '' && active < 0;
  const onKeyDown = closingOnEnter(hasNoChoice ? close : undefined, {
    ArrowDown: () => move(1),
    ArrowUp: () => move(-1),
    ...(isOpen && { Escape: hasMatter ? close : leave }),
    ...(isOpen && (typed !== '' || active >= 0) && { Enter: () => choose(choices[active]) }),
  });
  const state = { listId, typed, isOpen, active, choices, message };
  return { ...state, open, leave, choose, type, point, onKeyDown };
}

/** With nothing to choose Enter sends the form, over which the list would stay. */
function closingOnEnter(close: (() => void) | undefined, keys: Parameters<typeof onKeys>[0]) {
  const onKey = onKeys(keys);
  return (event: KeyboardEvent) => (close && event.key === 'Enter' ? close() : onKey(event));
}

/** `active`: the line that Enter chooses; -1 for none. */
type Letters = { typed: string | null; isOpen: boolean; active: number };
const closed: Letters = { typed: null, isOpen: false, active: -1 };

function closedWith(text = ''): Letters {
  return text === '' ? closed : { ...closed, typed: text };
}

/** Again after each answer, which may come after the field was left. */
function useAfterLeaving(isLeft: boolean, act: () => void): void {
  useEffect(() => {
    if (isLeft) act();
  });
}

export type List = ReturnType<typeof useMatterList>;
