import { reason } from '@recoup/contract/entries/endpoints';
import { useState } from 'react';
import { TextField } from '../../ui/form/fields.tsx';

/** The field for the reason, if one is required, and its text. */
export function useReason(isRequired: boolean, description = 'Saved with the correction.') {
  const [text, setText] = useState('');
  const [error, setError] = useState<string>();
  const field = isRequired && (
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
    body: isRequired ? { reason: text } : {},
    isThere: () => {
      const found = isRequired ? reasonError(text) : undefined;
      setError(found);
      return found === undefined;
    },
  };
}

function reasonError(text: string): string | undefined {
  return reason.safeParse(text).error?.issues[0]?.message;
}
