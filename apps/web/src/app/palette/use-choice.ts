import { useId, useState, useEffect, type KeyboardEvent } from 'react';
import type { Group, Item } from './palette-items.ts';

/** The active option, kept by id because answers arrive in any order. */
export function useChoice(groups: readonly Group[], onChoose: (item: Item) => void) {
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
  return { listId, activeId, idOf: itemId, point, reset: () => point(undefined), onKeyDown };
}
