import { createContext } from 'react';

/** Closes the dialog around it as Escape does: where something would be lost, it asks first. */
export const CloseDialog = createContext<() => void>(() => undefined);
