import { paths } from '../../platform/browser/paths.ts';
import { today } from '../../platform/browser/local-day.ts';
import { periodDays } from '../../platform/filters/period.ts';
import type { AuditFilterValues } from '../audit.queries.ts';

/** The incident pack of what the audit log shows, as far as its filters name an incident. */
export function incidentPath(filters: AuditFilterValues, isOfAll: boolean): string {
  const { firm, actor, session, address } = filters;
  const given = { ...periodDays(filters, today()), firm, actor, session, address };
  const query = Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''));
  return isOfAll ? paths.incidentPackOfAll(query) : paths.incidentPack(query);
}
