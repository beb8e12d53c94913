import { useEffect, useEffectEvent } from 'react';
import { type HasChanges, watchUnsaved } from './unsaved.ts';

/** Asks before leaving while `hasChanges` returns true. */
export function useUnsaved(hasChanges: HasChanges): void {
  const has = useEffectEvent(hasChanges);
  useEffect(() => watchUnsaved((to) => has(to)), []);
}
