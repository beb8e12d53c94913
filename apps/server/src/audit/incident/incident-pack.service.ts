import type { AuditLine, IncidentPack } from '@recoup/contract/audit/endpoints';
import type { AuditContext } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { AuditView } from '../list/audit-filter.repository.ts';
import { countAudit, listTimelineRows } from '../list/audit-list.repository.ts';
import { toAuditLines } from '../list/audit-list.service.ts';
import { incidentFields } from './incident-fields.ts';
import {
  countMailsAfter,
  type Facts,
  findFacts,
  findKeyName,
  findParty,
  findPersonName,
  listMeasures,
  type Measure,
  type Party,
  sumReads,
} from './incident.repository.ts';
import { countPeople } from './people.repository.ts';
import { personalInformationKinds, rowsOnPages } from './reads.ts';

/** Exactly one of actor, session and address. */
export type IncidentQuery = {
  from: string;
  to: string;
  actor?: string | undefined;
  session?: string | undefined;
  address?: string | undefined;
};

/** Lines of the timeline in JSON and PDF, and in the XLSX. */
const timelineLines = { page: 200, xlsx: 100_000 } as const;

export type MadePack = { pack: IncidentPack; party: Party | undefined; who: string };

/**
 * The facts that the Information Regulator's form requests, as far as the audit log has them. The
 * audit log records each pack. Throws `not_found` for a person outside the firm.
 */
export async function createIncidentPack(
  db: Db,
  by: AuditContext,
  { view, query, kind }: { view: AuditView; query: IncidentQuery; kind: 'json' | 'pdf' | 'xlsx' },
): Promise<MadePack> {
  const made = await readPack(db, by, { view, query });
  await recordAudit(db, by, {
    action: 'incident-pack.sent',
    subjectId: null,
    firmId: view.scope.firmId ?? null,
    details: { ...query, kind },
    rows: made.pack.count,
  });
  return made;
}

async function readPack(
  db: Db,
  { now }: AuditContext,
  { view, query }: { view: AuditView; query: IncidentQuery },
): Promise<MadePack> {
  const of = { view, filter: query };
  const who = await describeActor(db, view, query);
  const party = await findParty(db, view);
  if (view.scope.firmId !== undefined && !party) throw new AppError('not_found');
  const facts = await findFacts(db, of);
  const sums = await sumReads(db, of);
  const kinds = personalInformationKinds(sums);
  const { inFiles, inAll } = await countPeople(db, of);
  const onPages = rowsOnPages(sums);
  const most = Math.max(inFiles, Math.min(inFiles + onPages, inAll));
  const fields = incidentFields({
    party,
    who,
    period: query,
    facts,
    kinds,
    people: { inFiles, onPages, most },
    measures: await readMeasures(db, { view, query, facts }),
    mailsAfter: await countMailsAfter(db, view, facts.last ?? now),
    now,
  });
  const rows = await listTimelineRows(db, view, { filter: query, limit: timelineLines.page });
  const pack = {
    fields,
    kinds,
    people: most,
    timeline: await toAuditLines(db, view, rows),
    count: await countAudit(db, view, { filter: query, most: 1_000_000 }),
    actions: actionsFor(query, who),
  };
  return { pack, party, who };
}

async function readMeasures(
  db: Db,
  of: { view: AuditView; query: IncidentQuery; facts: Facts },
): Promise<Measure[]> {
  const [person, since] = [of.query.actor, of.facts.first];
  if (person === undefined || since === null) return [];
  return listMeasures(db, of.view, { person, since });
}

/** The lines of the timeline in their order, in batches. */
export async function* streamTimeline(
  db: Db,
  view: AuditView,
  query: IncidentQuery,
): AsyncGenerator<AuditLine[]> {
  let after: { at: Date; id: number } | undefined;
  for (let left: number = timelineLines.xlsx; left > 0; ) {
    const limit = Math.min(1_000, left);
    const rows = await listTimelineRows(db, view, { filter: query, after, limit });
    if (rows.length > 0) yield await toAuditLines(db, view, rows);
    if (rows.length < limit) return;
    after = rows.at(-1);
    left -= rows.length;
  }
}

async function describeActor(db: Db, view: AuditView, query: IncidentQuery): Promise<string> {
  if (query.actor !== undefined) {
    const name = await findPersonName(db, view, query.actor);
    if (name === undefined) throw notFound('person in this firm');
    return name;
  }
  if (query.session === undefined) return `the address ${query.address ?? ''}`;
  const key = await findKeyName(db, view, query.session);
  return key === undefined ? `the session ${query.session}` : `the API key ${key}`;
}

function actionsFor({ actor, address }: IncidentQuery, who: string): string[] {
  if (actor === undefined)
    return [
      'Choose the person of these lines to end the sessions of the account.',
      'Delete the API keys of these lines, if there are any: Integrations.',
      ...(address === undefined ? [] : ['Ask your network’s operator who had this address.']),
      'Download the audit log of the period as CSV, and keep it.',
    ];
  return [
    `Sign ${who} out everywhere: Attorneys, ${who}, Sign out everywhere.`,
    `Make ${who} Inactive until the account is safe again.`,
    `Delete the API keys that ${who} made: Integrations.`,
    `Reset the second factor of ${who}, so that a new one must be set up.`,
    'Require a second factor of everybody: Firm settings.',
    'Download the audit log of the period as CSV, and keep it.',
  ];
}
