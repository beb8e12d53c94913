import { EntriesPage } from '../../entries/lists/entries-page.tsx';
import { OwnMonthPanel } from '../../month-end/own-month/own-month-panel.tsx';

/** The attorney's page: what was recorded, and the end of the month. */
export function OwnEntriesPage() {
  return <EntriesPage monthEnd={<OwnMonthPanel />} />;
}
