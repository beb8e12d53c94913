import { queryOptions } from '@tanstack/react-query';
import {
  auditEndpoints,
  type AuditLine,
  incidentEndpoints,
} from '@recoup/contract/audit/endpoints';
import { firmEndpoints } from '@recoup/contract/firms/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { download } from '../platform/api/api-download.ts';
import { transfer } from '../platform/api/api-transfer.ts';
import { lastReply, subjectKey, read, readData } from '../platform/api/read.ts';
import {
  choiceFilter,
  type Filter,
  filterQuery,
  type FilterValues,
  type ListFilters,
  periodFilters,
  recordFilter,
  textFilter,
} from '../platform/filters/filters.ts';
import { isBackwards } from '../platform/filters/period.ts';
import type { ListDefaults, ListView } from '../ui/list/list-view.ts';
import { type AuditGroup, auditGroupNames } from '@recoup/contract/audit/actions';

export const auditDefaults: ListDefaults = { size: 50 };

/** The number of a line. */
const lineFilter: Filter = { none: '', read: (text) => /^\d{1,15}$/.exec(text)?.[0] ?? '' };

/** Filters of the log apart from the search. */
export const auditFilters = {
  firm: recordFilter,
  actor: recordFilter,
  subject: recordFilter,
  session: recordFilter,
  group: choiceFilter<AuditGroup>(auditGroupNames),
  action: textFilter(100),
  address: textFilter(100),
  partsOf: lineFilter,
  reads: choiceFilter(['shown']),
  ...periodFilters,
};
export type AuditFilters = ListFilters<typeof auditFilters>;
export type AuditFilterValues = FilterValues<typeof auditFilters>;

type AuditPage = { data: AuditLine[]; count: number; isCountExact?: boolean | undefined };

/** A page of the audit log, the newest first. */
export function auditQuery(filters: AuditFilterValues, view: ListView) {
  const shown = { page: view.page, itemsPerPage: view.size };
  const query = { ...narrowedBy(filters, view), ...shown };
  const first = lastReply(auditEndpoints.listAudit, { query });
  return queryOptions({
    ...first,
    queryKey: [...subjectKey('audit'), 'page', query] as const,
    queryFn: async (context): Promise<AuditPage> =>
      isBackwards(filters) ? { data: [], count: 0, isCountExact: true } : first.queryFn(context),
    staleTime: 0,
  });
}

/** All lines that match as a CSV file. Throws `ApiError`. */
export async function downloadAudit(filters: AuditFilterValues, view: ListView): Promise<string> {
  const query = narrowedBy(filters, view);
  return transfer(auditEndpoints.listAudit, { query, accept: 'text/csv' });
}

/** Reads are left out unless they are requested, or the address names an action. */
export function showsReads({ reads, group, action }: AuditFilterValues): boolean {
  return reads === 'shown' || group === 'reads' || action !== '';
}

function narrowedBy(filters: AuditFilterValues, { search }: Pick<ListView, 'search'>) {
  const { reads: _, ...fields } = filterQuery(filters);
  const { subject, action, partsOf } = filters;
  const isBroad = [subject, action, partsOf, search].every((text) => text === '');
  return {
    ...fields,
    ...(!showsReads(filters) && { reads: 'false' as const }),
    // One line for a fee change, unless an attorney is looked for.
    ...(isBroad && { parts: 'false' as const }),
    q: search,
  };
}

/** As many attorneys as a dialog lists. */
const maxListedParts = 100;

/** The lines of attorneys that belong to a line of a fee change. */
export function partsQuery(lineId: string) {
  return read(
    auditEndpoints.listAudit,
    { query: { partsOf: lineId, itemsPerPage: maxListedParts } },
    { what: 'the fees of this change' },
  );
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
