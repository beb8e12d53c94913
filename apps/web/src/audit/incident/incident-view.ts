import { dayFilter, useFilters } from '../../platform/filters/filters.ts';
import { today } from '../../platform/browser/local-day.ts';
import { paths } from '../../platform/browser/paths.ts';
import { periodDays } from '../../platform/filters/period.ts';
import { type AuditFilterValues, auditFilters, type Incident } from '../audit.queries.ts';

/** The possible sources of an incident. */
export const culprits = ['actor', 'session', 'address'] as const;
export type Culprit = (typeof culprits)[number];

/** Form values; of the three sources only the one that `by` names counts. */
export type IncidentValues = Record<Culprit | 'from' | 'to' | 'firm', string> & { by: Culprit };

const incidentFilters = {
  from: dayFilter,
  to: dayFilter,
  firm: auditFilters.firm,
  actor: auditFilters.actor,
  session: auditFilters.session,
  address: auditFilters.address,
};

/** The form as the address has it, and the incident if it is complete. */
export function useIncident() {
  const { values: filters, change } = useFilters(incidentFilters);
  const by = culprits.find((name) => filters[name] !== '') ?? 'actor';
  const values = { ...filters, by };
  const show = ({ by: culprit, ...shown }: IncidentValues) =>
    change({ ...shown, actor: '', session: '', address: '', [culprit]: shown[culprit].trim() });
  return { values, incident: toIncident(values), show };
}

/** The incident pack of what the audit log shows, as far as its filters name an incident. */
export function incidentPath(filters: AuditFilterValues, isOfAll: boolean): string {
  const { firm, actor, session, address } = filters;
  const filter = { ...periodDays(filters, today()), firm, actor, session, address };
  const query = Object.fromEntries(Object.entries(filter).filter(([, value]) => value !== ''));
  return isOfAll ? paths.incidentPackOfAll(query) : paths.incidentPack(query);
}

function toIncident({ by, from, to, firm, ...who }: IncidentValues): Incident | undefined {
  if (from === '' || to === '' || from > to || who[by] === '') return undefined;
  return { from, to, [by]: who[by], ...(firm !== '' && { firm }) };
}
