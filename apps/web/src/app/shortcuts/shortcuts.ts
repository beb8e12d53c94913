import type { Role } from '@recoup/contract/core/access';
import { type Place, placesByRole } from '../frame/navigation.ts';

/** What a shortcut does: opens the palette or this help, finds in the list, adds what the page adds, or goes to a place. */
export type ShortcutAction = 'palette' | 'help' | 'find' | 'new' | { goTo: string };
export type Shortcut = {
  /** Pressed one after the other; `mod+k` is Ctrl or ⌘ with K, everything else a single character. */
  keys: readonly string[];
  label: string;
  action: ShortcutAction;
};

/** Everywhere behind the sign-in. The dialog that shows shortcuts and the handler of the keys are both made from this. */
const everywhere: readonly Shortcut[] = [
  { keys: ['mod+k'], label: 'Search, or go anywhere', action: 'palette' },
  { keys: ['?'], label: 'Show these shortcuts', action: 'help' },
  { keys: ['/'], label: 'Search in the list of the page', action: 'find' },
  { keys: ['n'], label: 'Add what the page adds: an attorney, an entry …', action: 'new' },
];

/** The attribute by which a control of a page says that it is what `/` or `n` is for. */
export const shortcutAttribute = 'data-shortcut';

export function shortcutsOf(role: Role): Shortcut[] {
  const places: readonly Place[] = placesByRole[role];
  const going = places.flatMap(({ key, label, to }): Shortcut[] =>
    key === undefined ? [] : [{ keys: ['g', key], label: `Go to ${label}`, action: { goTo: to } }],
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
  // With Caps Lock a letter is a capital that nobody shifted.
  return shiftKey ? key : key.toLowerCase();
}
