import { useQuery } from '@tanstack/react-query';
import { useToday } from '../../../platform/browser/local-day.ts';
import { PageFrame } from '../../../ui/layout/page-frame.tsx';
import { ExceptionsPanel } from './exceptions-panel.tsx';
import { LastClosingPanel } from './last-closing-panel.tsx';
import { MonthsPanel } from './months-panel.tsx';
import styles from './overview.module.css';
import { hasEntriesQuery } from './overview.queries.ts';
import { SetUpList } from './set-up-list.tsx';
import { SilentAttorneysPanel } from './silent-attorneys-panel.tsx';
import { stepState } from './set-up.ts';
import { UnexportedPanel } from './unexported-panel.tsx';
import { useSetUp } from './use-set-up.ts';

/** The firm admin's day; for a firm without entries what is still to be set up. */
export function OverviewPage() {
  const hasEntries = useQuery(hasEntriesQuery).data;
  return (
    <PageFrame title="Overview" intro="Where your firm stands today.">
      {hasEntries === false ? <NewFirm /> : <Panels />}
    </PageFrame>
  );
}

function NewFirm() {
  const steps = useSetUp();
  const isSetUp = steps.every(({ result }) => stepState(result) === 'done');
  return isSetUp ? <Panels /> : <SetUpList steps={steps} />;
}

function Panels() {
  const today = useToday();
  return (
    <div className={styles.panels}>
      <UnexportedPanel today={today} />
      <LastClosingPanel today={today} />
      <ExceptionsPanel today={today} />
      <SilentAttorneysPanel today={today} />
      <MonthsPanel />
    </div>
  );
}
