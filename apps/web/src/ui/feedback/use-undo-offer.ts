import { useEffect, useRef } from 'react';
import { undoable } from './undo.ts';

/**
 * Offers to open a dismissed dialog again. The offer ends with the page, which its notice outlives,
 * and once a dialog is open: the draft must not take the place of another one.
 */
export function useUndoOffer(isOpen: boolean): (text: string, undo: () => void) => void {
  const withdraw = useRef<() => void>(undefined);
  useEffect(() => {
    if (isOpen) withdraw.current?.();
  }, [isOpen]);
  useEffect(() => () => withdraw.current?.(), []);
  return (text, undo) => {
    withdraw.current = undoable({ text, undo });
  };
}
