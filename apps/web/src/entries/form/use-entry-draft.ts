import { useState } from 'react';
import type { Draft, FieldErrors } from './entry-draft.ts';

type Options = {
  start: Draft;
  recorded: Draft | undefined;
  /** Changes nothing. */
  isResting: boolean;
};

/** Typed is what differs from the recorded entry, or from a new entry's first draft. */
export function useEntryDraft({ start, recorded, isResting }: Options) {
  const [first] = useState(start);
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = (more: Partial<Draft>) => {
    if (isResting) return;
    setDraft((now) => ({ ...now, ...more }));
    // Errors of the changed fields referred to their earlier values.
    setErrors((now) => Object.fromEntries(Object.entries(now).filter(([name]) => !(name in more))));
  };
  return {
    draft,
    isTyped: JSON.stringify(draft) !== JSON.stringify(recorded ?? first),
    errors,
    change,
    setErrors,
  };
}
