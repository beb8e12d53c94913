import { createContext } from 'react';

/**
 * Whether the part around is drawn from an answer of the last visit, which no new one has replaced
 * yet. Buttons that open a form with it, or start a closing, are paused.
 */
export const OldAnswer = createContext(false);
