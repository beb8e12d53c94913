import type { Role } from '@recoup/contract/core/access';
import { menus } from '../frame/menus.ts';

/** Opens a dialog, focuses the search, adds a record, undoes a deletion, or navigates. */
export type ShortcutAction = 'palette' | 'help' | 'find' | 'new' | 'undo' | { goTo: string };
export type Shortcut = {
  /** Pressed in order; `mod+k` is Ctrl or ⌘ with K. */
  keys: readonly string[];
  label: string;
  action: ShortcutAction;
};

/** Available on every page after sign-in. */
const everywhere: readonly Shortcut[] = [
  { keys: ['mod+k'], label: 'Search, or go anywhere', action: 'palette' },
  { keys: ['?'], label: 'Show these shortcuts', action: 'help' },
  { keys: ['/'], label: 'Search this list', action: 'find' },
  { keys: ['n'], label: 'Add new', action: 'new' },
  { keys: ['mod+z'], label: 'Undo a deletion while its notice shows', action: 'undo' },
];

/** The attribute by which a control of a page says that it is what `/` or `n` is for. */
export const shortcutAttribute = 'data-shortcut';

export function shortcutsFor(role: Role): Shortcut[] {
  const items = menus[role].flatMap((section) => section.items);
  const going = items
    .flatMap((item) => [item, ...(item.tabs ?? [])])
    .flatMap(({ key, label, to }): Shortcut[] =>
      key === undefined
        ? []
        : [{ keys: ['g', key], label: `Go to ${label}`, action: { goTo: to } }],
    );
  return [...everywhere, ...going];
}

/** Whether it works with keys that also write text, and so can be turned off. */
export function isOfCharacters({ keys }: Shortcut): boolean {
  return keys.every((key) => !key.includes('+'));
}

/** The shortcut that the last keys are, `begun` when they could become one, or undefined. */
export function findShortcut(
  shortcuts: readonly Shortcut[],
  pressed: readonly string[],
): Shortcut | 'begun' | undefined {
  const beginning = shortcuts.filter(({ keys }) =>
    pressed.every((key, index) => key === keys[index]),
  );
  const whole = beginning.find(({ keys }) => keys.length === pressed.length);
  return whole ?? (beginning.length > 0 ? 'begun' : undefined);
}

type Pressed = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** The key as the table names it; undefined for what is no shortcut's. */
export function keyName({ key, ctrlKey, metaKey, altKey, shiftKey }: Pressed): string | undefined {
  if (altKey) return undefined;
  if (ctrlKey || metaKey) return shiftKey ? undefined : `mod+${key.toLowerCase()}`;
  // Caps Lock gives a capital letter without Shift.
  return shiftKey ? key : key.toLowerCase();
}
