import type { ComponentProps } from 'react';

type Combobox = { listId: string; active: string | undefined; isOpen: boolean };

/** Props of an ARIA combobox input: it keeps the focus and names the active option. */
export function comboboxOf({ listId, active, isOpen }: Combobox): ComponentProps<'input'> {
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
