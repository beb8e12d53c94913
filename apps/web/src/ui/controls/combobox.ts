import type { ComponentProps } from 'react';

type Combobox = { listId: string; active: string | undefined; isOpen: boolean };

/** The input of the ARIA guide's combobox: the focus stays in it, and it says which option is meant. */
export function comboboxOf({ listId, active, isOpen }: Combobox): ComponentProps<'input'> {
  return {
    role: 'combobox',
    'aria-expanded': isOpen,
    'aria-controls': listId,
    'aria-autocomplete': 'list',
    'aria-activedescendant': active,
    autoComplete: 'off',
    // A phone would mend a matter number into a word.
    autoCapitalize: 'none',
    autoCorrect: 'off',
    spellCheck: false,
  };
}
