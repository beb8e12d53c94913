import { periodDays, type EntryPeriod } from '../../entries/lists/entry-period.ts';
import { today } from '../../platform/browser/local-day.ts';
import { paths } from '../../platform/browser/paths.ts';

type Narrowed = EntryPeriod & Record<'firm' | 'actor' | 'session' | 'address', string>;

/** The incident pack of what the audit log shows, as far as its filters name an incident. */
export function incidentPath(filters: Narrowed, isOfAll: boolean): string {
  const { firm, actor, session, address } = filters;
  const given = { ...periodDays(filters, today()), firm, actor, session, address };
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return isOfAll ? paths.incidentPackOfAll(query) : paths.incidentPack(query);
}
