import { useQuery } from '@tanstack/react-query';
import { Suspense } from 'react';
import type { LayoutSettings } from '../../exports/closing/missing-settings.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { postingLayoutsQuery } from '../posting.queries.ts';

/** Loaded when it is shown: a download seldom needs it. */
export const PostingSettingsForm = lazyPart(async () => ({
  default: (await import('./posting-settings-form.tsx')).PostingSettingsForm,
}));

/** Edits missing settings of a layout on the page where the user requested its file. */
export function LayoutSettingsForm({ layout: id, ...of }: LayoutSettings) {
  const layouts = useQuery(postingLayoutsQuery);
  const layout = layouts.data?.find(({ _id }) => _id === id);
  return (
    <>
      <NotLoaded what="The posting layouts" of={layouts} />
      <Suspense fallback={<p aria-busy="true">Loading…</p>}>
        {layout && <PostingSettingsForm layout={layout} {...of} />}
      </Suspense>
    </>
  );
}
