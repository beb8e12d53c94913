import { useEffect, useEffectEvent, useRef } from 'react';
import { characterKeys } from '../../platform/browser/character-keys.ts';
import {
  findShortcut,
  isOfCharacters,
  keyName,
  type ShortcutAction,
  type Shortcut,
} from './shortcuts.ts';

/** Between the keys of one shortcut. */
const patienceMs = 1500;

/** Runs shortcuts. Single keys are ignored while typing and in dialogs. */
export function useShortcuts(
  shortcuts: readonly Shortcut[],
  run: (action: ShortcutAction) => void,
): void {
  const begun = useRef<{ keys: readonly string[]; at: number }>({ keys: [], at: 0 });
  const press = useEffectEvent((event: KeyboardEvent) => {
    const name = keyName(event);
    if (name === undefined || event.defaultPrevented || event.isComposing || isModifier(event.key))
      return;
    const earlier = event.timeStamp - begun.current.at < patienceMs ? begun.current.keys : [];
    const keys = isFound(shortcuts, [...earlier, name]) ? [...earlier, name] : [name];
    const found = findShortcut(shortcuts, keys);
    begun.current = { keys: found === 'begun' ? keys : [], at: event.timeStamp };
    if (found === undefined || found === 'begun' || !isMeant(found, event)) return;
    event.preventDefault();
    run(found.action);
  });
  useEffect(() => {
    document.addEventListener('keydown', press);
    return () => document.removeEventListener('keydown', press);
  }, []);
}

function isFound(shortcuts: readonly Shortcut[], keys: readonly string[]): boolean {
  return findShortcut(shortcuts, keys) !== undefined;
}

/** Shift is pressed before the question mark, and is no key between two. */
function isModifier(key: string): boolean {
  return ['Shift', 'Control', 'Alt', 'Meta'].includes(key);
}

/** Keys that write text, or take it back, are left to fields and dialogs. */
function isMeant(found: Shortcut, event: KeyboardEvent): boolean {
  if (isOfCharacters(found)) return characterKeys.areOn() && isFree(event);
  return found.action !== 'undo' || isFree(event);
}

function isFree({ target }: KeyboardEvent): boolean {
  if (document.querySelector('[role="dialog"]') !== null) return false;
  return !(target instanceof HTMLElement) || !(target.isContentEditable || target.matches(typing));
}

const typing =
  'textarea, select, input:not([type="checkbox"], [type="radio"], [type="file"], ' +
  '[type="button"], [type="submit"])';
