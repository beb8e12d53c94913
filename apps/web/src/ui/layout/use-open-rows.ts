import { useState } from 'react';

/** Which rows of a list are open: the one that was opened last, and those entered since. */
export function useOpenRows() {
  const [open, setOpen] = useState<readonly string[]>([]);
  const [added, setAdded] = useState('');
  return {
    isOpen: (key: string) => open.includes(key),
    /** A new row takes the focus. */
    isAdded: (key: string) => key === added,
    add: (key: string) => {
      setOpen([key]);
      setAdded(key);
    },
    toggle: (key: string) => {
      setOpen(open.includes(key) ? open.filter((each) => each !== key) : [key]);
      setAdded('');
    },
    /** No other one shuts: what has the focus would move. */
    enter: (key: string) => {
      if (!open.includes(key)) setOpen([...open, key]);
    },
  };
}
