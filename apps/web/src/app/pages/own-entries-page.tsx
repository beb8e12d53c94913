import { useQueryClient } from '@tanstack/react-query';
import { Suspense, useSyncExternalStore } from 'react';
import { EntriesPage } from '../../entries/lists/entries-page.tsx';
import { spareablePart } from '../../ui/feedback/lazy-part.tsx';
import { subjectKey } from '../../platform/api/read.ts';

const OpenCallsLink = spareablePart(async () => ({
  default: (await import('../../call-records/open-calls/open-calls-link.tsx')).OpenCallsLink,
}));

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
