import { changedEntry } from '@recoup/contract/entries/endpoints';
import { useState } from 'react';
import { TextField } from '../../ui/form/fields.tsx';

/** The field for the reason, where one is asked for, and what was given. */
export function useReason(isAsked: boolean, description = 'Saved with the correction.') {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = isAsked && (
    <TextField
      label="Reason"
      description={description}
      isRequired
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
    />
  );
  return {
    field,
    text,
    isTyped: text !== '',
    given: isAsked ? { reason: text } : {},
    isThere: () => {
      const found = isAsked ? givenReason.safeParse(text).error?.issues[0]?.message : undefined;
      setError(found);
      return found === undefined;
    },
  };
}
const givenReason = changedEntry.shape.reason.unwrap();
