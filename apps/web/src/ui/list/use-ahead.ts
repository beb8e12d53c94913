import { useState } from 'react';

/** A value of the address, and what the user has chosen since: the router takes a moment. */
export function useAhead<Value>(value: Value): [Value, (chosen: Value) => void] {
  const [state, setState] = useState({ known: value, chosen: value });
  if (state.known !== value) setState({ known: value, chosen: value });
  return [state.chosen, (chosen) => setState({ ...state, chosen })];
}
