import { type ComponentProps, type KeyboardEvent, useEffect } from 'react';

type Combobox = { listId: string; active: string | undefined; isOpen: boolean };

/** Props of an ARIA combobox input: it keeps the focus and names the active option. */
export function comboboxProps({ listId, active, isOpen }: Combobox): ComponentProps<'input'> {
  return {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active,
    autoComplete: 'off',
    // Phones would autocorrect matter numbers.
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  };
}

/** Calls the function of the pressed key; others, and those of an input method, are left. */
export function onKeys(keys: Readonly<Record<string, () => void>>) {
  return (event: KeyboardEvent) => {
    const act = keys[event.key];
    if (!act || event.nativeEvent.isComposing) return;
    event.preventDefault();
    act();
  };
}

/** New browsers return a promise from scrolling, which an effect must not return. */
export function useInSight(id: string): void {
  useEffect(() => {
    document.getElementById(id)?.scrollIntoView({ block: 'nearest' });
  }, [id]);
}
