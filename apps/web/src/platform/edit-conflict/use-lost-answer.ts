import { useState } from 'react';
import { ApiError } from '../api/api-error.ts';

/** Whether an earlier save of the form had no answer that says if it was done. */
export function useLostAnswer(error: Error | null): boolean {
  const [isLost, setLost] = useState(false);
  if (!isLost && error instanceof ApiError && (error.status === 0 || error.status >= 500))
    setLost(true);
  return isLost;
}
