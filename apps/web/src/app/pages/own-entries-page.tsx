import { useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useSyncExternalStore } from 'react';
import { EntriesPage } from '../../entries/lists/entries-page.tsx';
import { subjectKey } from '../../platform/api/read.ts';

const loadLink = async () => ({
  default: (await import('../../call-records/open-calls/open-calls-link.tsx')).OpenCallsLink,
});
/** A link that cannot be loaded is left out: the page must go on without a network. */
const OpenCallsLink = lazy(async () => loadLink().catch(() => ({ default: () => null })));

/** The attorney's page: what was recorded, and calls nobody recorded. */
export function OwnEntriesPage() {
  return <EntriesPage openCalls={<OpenCalls />} />;
}

/** After the entries, which it must not keep waiting. */
function OpenCalls() {
  const cache = useQueryClient().getQueryCache();
  const queryKey = [...subjectKey('entries'), 'own'];
  const areListed = useSyncExternalStore(
    (listener) => cache.subscribe(listener),
    () => cache.findAll({ queryKey }).some(({ state }) => state.data !== undefined),
  );
  return (
    areListed && (
      <Suspense>
        <OpenCallsLink />
      </Suspense>
    )
  );
}
