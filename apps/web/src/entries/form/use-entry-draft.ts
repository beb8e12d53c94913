import { useState } from 'react';
import type { Draft, FieldErrors } from './entry-draft.ts';

/** Typed is what differs from the recorded entry, or from a new entry's first draft. */
export function useEntryDraft(start: Draft, recorded?: Draft) {
  const [first] = useState(start);
  const [draft, setDraft] = useState(first);
  const [errors, setErrors] = useState<FieldErrors>({});
  const change = (more: Partial<Draft>) => {
    setDraft((now) => ({ ...now, ...more }));
    // What was said of a field was said of its earlier value.
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
