import { queryOptions } from '@tanstack/react-query';
import {
  auditEndpoints,
  type AuditLine,
  incidentEndpoints,
} from '@recoup/contract/audit/endpoints';
import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { periodDays } from '../entries/lists/entry-period.ts';
import { isBackwards } from '../entries/lists/firm-entries.queries.ts';
import { send } from '../platform/api/api-client.ts';
import { download } from '../platform/api/api-download.ts';
import { transfer } from '../platform/api/api-transfer.ts';
import { subjectKey, read, readData } from '../platform/api/read.ts';
import { today } from '../platform/browser/local-day.ts';
import type { ListDefaults, ListView } from '../ui/list/list-view.ts';
import type { AuditFilters } from './list/audit-view.ts';

export const auditDefaults: ListDefaults = { size: 50 };

type AuditPage = { data: AuditLine[]; count: number; isCountExact?: boolean | undefined };

/** A page of the audit log, the newest first. */
export function auditQuery(filters: AuditFilters, view: ListView) {
  const query = { ...narrowedBy(filters, view), page: view.page, itemsPerPage: view.size };
  return queryOptions({
    queryKey: [...subjectKey('audit'), 'page', query] as const,
    queryFn: async ({ signal }): Promise<AuditPage> =>
      isBackwards(query)
        ? { data: [], count: 0, isCountExact: true }
        : send(auditEndpoints.listAudit, { query }, { signal }),
    staleTime: 0,
  });
}

/** All lines that match as a CSV file. Throws `ApiError`. */
export async function downloadAudit(filters: AuditFilters, view: ListView): Promise<string> {
  const query = narrowedBy(filters, view);
  return transfer(auditEndpoints.listAudit, { query, accept: 'text/csv' });
}

function narrowedBy({ period, from, to, ...fields }: AuditFilters, { search }: ListView) {
  return { ...fields, ...periodDays({ period, from, to }, today()), q: search };
}

/** People of a firm to choose from, those that are no longer active too. */
export function peopleQuery(firm: string) {
  return queryOptions({
    ...read(userEndpoints.listUsers, { query: { firm, sortOrderName: '1' } }),
    select: ({ data }) => data.map(({ _id, name }) => ({ value: _id, label: name })),
  });
}

export const firmNamesQuery = queryOptions({
  ...read(firmEndpoints.listFirms, { query: {} }),
  select: ({ data }) => data.map(({ _id, name }) => ({ value: _id, label: name })),
});

/** A period, and one person, session or address; the firm where there are several. */
export type Incident = {
  from: string;
  to: string;
  firm?: string;
  actor?: string;
  session?: string;
  address?: string;
};

/** The known answers to the Information Regulator's questions about an incident. */
export function incidentQuery(incident: Incident) {
  return readData(
    incidentEndpoints.getIncidentPack,
    { query: incident },
    { what: 'the incident pack', staleTime: 0 },
  );
}

/** `accept` is one of the media types that the pack comes as. Throws `ApiError`. */
export function downloadPack(incident: Incident, accept: string) {
  return download(incidentEndpoints.getIncidentPack, { query: incident }, { accept });
}
