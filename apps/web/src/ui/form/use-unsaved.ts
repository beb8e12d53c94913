import { useEffect, useEffectEvent } from 'react';
import { type HasChanges, watchUnsaved } from './unsaved.ts';

/** Every way out of the page asks first while `hasChanges` returns true. The list of open forms is outside React. */
export function useUnsaved(hasChanges: HasChanges): void {
  const has = useEffectEvent(hasChanges);
  useEffect(() => watchUnsaved((to) => has(to)), []);
}
