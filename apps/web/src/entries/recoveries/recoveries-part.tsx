import { Suspense, useState } from 'react';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import type { Recoveries } from './recoveries.tsx';

let loaded: typeof Recoveries | undefined;

/** The chart brings its own library, and what is beside it does not wait for that. */
export async function loadRecoveries() {
  loaded = (await import('./recoveries.tsx')).Recoveries;
  return { default: loaded };
}
const Loading = lazyPart(loadRecoveries);

/** The chart of recoveries; at once if it is loaded, because React keeps a fallback for 0.3 s. */
export function RecoveriesPart({ months }: { months: number }) {
  const [Chart] = useState(() => loaded ?? Loading);
  return (
    <Suspense fallback={<p aria-busy="true">Loading…</p>}>
      <Chart months={months} />
    </Suspense>
  );
}
