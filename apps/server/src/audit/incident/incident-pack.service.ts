import type { AuditLine, IncidentPack } from '@recoup/contract/audit/endpoints';
import { auditActionName } from '@recoup/contract/audit/sentences';
import type { AuditContext } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/app-error.ts';
import { southAfricanDay, southAfricanTime } from '../../platform/core/clock.ts';
import type { Db } from '../../platform/database/connections.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import { type AuditView, countAudit, listTimelineRows } from '../list/audit-list.repository.ts';
import { toAuditLines } from '../list/audit-list.service.ts';
import {
  countMailsAfter,
  countPeople,
  type Facts,
  findFacts,
  findKeyName,
  findParty,
  findPersonName,
  listMeasures,
  type Measure,
  type Party,
  personalInformationKinds,
  rowsOnPages,
  sumReads,
} from './incident.repository.ts';

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

async function readMeasures(db: Db, of: { view: AuditView; query: IncidentQuery; facts: Facts }) {
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

type Field = IncidentPack['fields'][number];

type Known = {
  party: Party | undefined;
  /** "Thabo Mokoena", "the session …" or "the address …". */
  who: string;
  period: { from: string; to: string };
  facts: Facts;
  kinds: IncidentPack['kinds'];
  people: { inFiles: number; onPages: number; most: number };
  measures: readonly Measure[];
  mailsAfter: number;
  now: Date;
};

/** The questions of the Information Regulator's form (POPIA, section 22), as far as known. */
function incidentFields(known: Known): Field[] {
  const { facts } = known;
  return [
    answered('Responsible party', known.party?.name),
    answered('Information officer', officerText(known.party)),
    answered('Date of the security compromise', datesSentence(facts)),
    firmsOwn(
      'Date on which it is reported',
      `This pack was made on ${southAfricanDay(known.now)}.`,
    ),
    firmsOwn('Reason for a delay in reporting'),
    firmsOwn('Whether the compromise is confirmed or alleged'),
    firmsOwn(
      'Kind of compromise: loss, damage, destruction, unlawful access or processing',
      actionsSentence(facts),
    ),
    answered('Description', describeIncident(known)),
    answered('Kinds of personal information', kindsText(known.kinds)),
    answered('Number of people concerned', peopleText(known.people)),
    firmsOwn('How the people concerned were or will be told', mailsText(known.mailsAfter)),
    firmsOwn('Possible consequences for the people concerned'),
    measuresField(known.measures),
  ];
}

function answered(question: string, answer: string | undefined): Field {
  return answer === undefined ? firmsOwn(question) : { question, answer, isKnown: true };
}

/** `hint`: what Recoup can add. */
function firmsOwn(question: string, hint = ''): Field {
  return { question, answer: `The firm fills this in. ${hint}`.trim(), isKnown: false };
}

function officerText(party: Party | undefined): string | undefined {
  if (party?.officerName === null || party === undefined) return undefined;
  return [party.officerName, party.officerEmail, party.officerPhone]
    .filter((part) => part !== null && part !== '')
    .join(', ');
}

function datesSentence({ first, last }: Facts): string {
  if (first === null || last === null) return 'Recoup recorded nothing in this period.';
  return (
    `The first event that Recoup recorded was at ${southAfricanTime(first)}, ` +
    `the last at ${southAfricanTime(last)} (South African time).`
  );
}

const changing =
  /\.(?:created|updated|corrected|recorded|imported|replaced|saved|undone|reversed)$/;

function actionsSentence({ actions }: Facts): string {
  const count = (matches: (each: Facts['actions'][number]) => boolean) =>
    actions.filter(matches).reduce((sum, { lines }) => sum + lines, 0);
  const isDone = ({ outcome }: Facts['actions'][number]) => outcome === 'done';
  const reads = count(
    (each) =>
      isDone(each) && /\.(?:sent|exported|read|queued|downloaded|closed)$/.test(each.action),
  );
  const changes = count((each) => isDone(each) && changing.test(each.action));
  const deletions = count((each) => isDone(each) && each.action.endsWith('.deleted'));
  const refusals = count((each) => !isDone(each));
  return (
    `Recoup recorded ${reads} readings or files, ${changes} changes, ${deletions} deletions ` +
    `and ${refusals} refused attempts.`
  );
}

const shownActions = 8;

function describeIncident({ who, period, facts }: Known): string {
  const total = facts.actions.reduce((sum, { lines }) => sum + lines, 0);
  const begin = `From ${period.from} to ${period.to} Recoup recorded ${total} events of ${who}`;
  if (total === 0) return `${begin}.`;
  const sessions = facts.sessions === 1 ? '1 session' : `${facts.sessions} sessions`;
  const most = facts.actions.slice(0, shownActions).map(({ action, outcome, lines }) => {
    const refused = outcome === 'refused' ? ', refused' : '';
    return `${auditActionName(action)}${refused} (${lines})`;
  });
  return `${begin}, in ${sessions}: ${most.join('; ')}. The timeline has each of them.`;
}

function kindsText(kinds: Known['kinds']): string {
  if (kinds.length === 0) return 'Nothing was read in bulk or sent, as far as Recoup records it.';
  return kinds
    .map(({ kind, columns, rows }) => `${kind} (${rows} rows): ${columns.join(', ')}.`)
    .join(' ');
}

function peopleText({ inFiles, onPages, most }: Known['people']): string {
  const files = `${inFiles} people and clients stand in the files that were read or sent.`;
  if (onPages === 0) return files;
  return (
    `${files} Beside them, pages with ${onPages} rows were read, of which Recoup ` +
    `keeps the number alone: at most ${most} people and clients in all.`
  );
}

function mailsText(count: number): string {
  if (count === 0) return 'No email left Recoup after the last event.';
  return `${count} emails left Recoup after the last event; the page Exports lists them.`;
}

function measuresField(measures: readonly Measure[]): Field {
  const question = 'Measures that were taken';
  if (measures.length === 0) return firmsOwn(question, 'Recoup recorded none.');
  const taken = measures.map(
    ({ action, at }) => `${southAfricanTime(at)}: ${auditActionName(action)}`,
  );
  return answered(
    question,
    `Recorded in Recoup (South African time): ${taken.join('; ')}. The firm adds its own.`,
  );
}
