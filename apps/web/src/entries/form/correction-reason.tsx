import { reason } from '@recoup/contract/entries/endpoints';
import { useState } from 'react';
import { TextField } from '../../ui/form/fields.tsx';

/** The field for the reason, where one is asked for, and what was given. */
export function useReason(isAsked: boolean, description = 'Saved with the correction.') {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = isAsked && (
    <TextField
      label="Reason"
      description={`At least three letters. ${description}`}
      isRequired
      value={text}
      error={error}
      onChange={(event) => setText(event.currentTarget.value)}
      onBlur={() => setError(text === '' ? undefined : reasonError(text))}
    />
  );
  return {
    field,
    text,
    isTyped: text !== '',
    given: isAsked ? { reason: text } : {},
    isThere: () => {
      const found = isAsked ? reasonError(text) : undefined;
      setError(found);
      return found === undefined;
    },
  };
}

function reasonError(text: string): string | undefined {
  return reason.safeParse(text).error?.issues[0]?.message;
}
