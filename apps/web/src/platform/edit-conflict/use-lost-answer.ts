import { useState } from 'react';
import { isPerhapsDone } from '../api/api-error.ts';

/**
 * Whether an earlier save of the form had no answer that says if it was done; `forget` once the
 * other version was read and chosen between.
 */
export function useLostAnswer(error: Error | null) {
  const [isLost, setLost] = useState(false);
  if (!isLost && isPerhapsDone(error)) setLost(true);
  return { isLost, forget: () => setLost(false) };
}
