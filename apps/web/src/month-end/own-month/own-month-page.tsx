import { useQuery } from '@tanstack/react-query';
import { useChosenAttorney } from '../../entries/recording-for/use-chosen-attorney.ts';
import { useOfflinePage } from '../../platform/browser/offline-page.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { OwnMonthIfAny, OwnMonthPanel } from './own-month-panel.tsx';
import { RecordedMonths } from './recorded-months.tsx';

/**
 * The attorney's own month: what to look at before it is closed, and that it is complete. A
 * secretary, who has no types, sees the months of the chosen attorney instead.
 */
export function OwnMonthPage() {
  useOfflinePage();
  const user = useQuery(currentUserQuery).data;
  const recording = useChosenAttorney(user);
  const attorney = recording.hasOwn ? undefined : recording.attorney;
  return (
    <PageFrame title={attorney === undefined ? 'Month' : `Month of ${attorney.name}`} width="form">
      {attorney === undefined ? (
        <OwnMonthPanel />
      ) : (
        <>
          <RecordedMonths recording={recording} attorney={attorney} />
          <OwnMonthIfAny />
        </>
      )}
    </PageFrame>
  );
}
