import { type RawBuilder, sql } from 'kysely';
import * as incident from '../../src/audit/incident/incident.repository.ts';
import { countPeople } from '../../src/audit/incident/incident.repository.ts';
import * as list from '../../src/audit/list/audit-list.repository.ts';
import { namesWithin } from '../../src/audit/list/audit-list.repository.ts';
import type { FirmScope } from '../../src/platform/core/actor.ts';
import type { Trx } from '../../src/platform/database/connections.ts';
import { type IsolationCase, isolationCasesOf, now } from './isolation-case.ts';
import { insertRows } from '../rows.ts';

const incidentOf = (scope: FirmScope, actor: string) => ({
  view: viewOf(scope),
  filter: { actor },
});
const viewOf = (scope: Parameters<IsolationCase['open']>[1]) => ({ scope, hidesWork: false });

export const auditIsolationCases: readonly IsolationCase[] = isolationCasesOf('audit', {
  listAuditRows: [
    async (trx, own, of) => list.listAuditRows(trx, viewOf(own), { actor: of.people.admin.id }),
    { rows: [], count: 0, isCountExact: true },
  ],
  listAuditBatch: [
    async (trx, own, of) =>
      list.listAuditBatch(trx, viewOf(own), {
        filter: { subject: of.people.attorney.id },
        place: undefined,
        limit: 10,
      }),
    [],
  ],
  countAudit: [
    async (trx, own, of) => list.countAudit(trx, viewOf(own), { filter: { q: of.mark }, most: 10 }),
    0,
  ],
  listTimelineRows: [
    async (trx, own, of) =>
      list.listTimelineRows(trx, viewOf(own), {
        filter: { actor: of.people.admin.id },
        limit: 10,
      }),
    [],
  ],
  sumReads: [
    async (trx, own, of) => incident.sumReads(trx, incidentOf(own, of.people.admin.id)),
    [],
  ],
  findFacts: [
    async (trx, own, of) => incident.findFacts(trx, incidentOf(own, of.people.admin.id)),
    { first: null, last: null, sessions: 0, deeds: [] },
  ],
  findParty: [async (trx, own) => incident.findParty(trx, viewOf(own))],
  findPersonName: [
    async (trx, own, of) => incident.findPersonName(trx, viewOf(own), of.people.admin.id),
    undefined,
  ],
  findKeyName: [
    async (trx, own, of) => {
      const line = { firmId: of.id, at: now, action: 'api-key.created', subjectId: of.apiKey.id };
      await insertRows(trx, 'auditLog', { ...line, details: JSON.stringify({ name: of.mark }) });
      const found = await incident.findKeyName(trx, viewOf(own), of.apiKey.id);
      await trx.deleteFrom('auditLog').where('subjectId', '=', of.apiKey.id).execute();
      return found;
    },
    undefined,
  ],
  listMeasures: [
    async (trx, own, of) => {
      const person = of.people.attorney.id;
      const line = { firmId: of.id, at: now, action: 'user.blocked', subjectId: person };
      await insertRows(trx, 'auditLog', line);
      const found = await incident.listMeasures(trx, viewOf(own), { person, since: new Date(0) });
      await trx
        .deleteFrom('auditLog')
        .where('at', '=', now)
        .where('subjectId', '=', person)
        .execute();
      return found;
    },
    [],
  ],
  countMailsAfter: [
    async (trx, own) =>
      (await incident.countMailsAfter(trx, viewOf(own), new Date(0))) -
      (await countOf(trx, sql`mails where firm_id = ${own.firmId}`)),
    0,
  ],
  countPeople: [
    async (trx, own, of) => {
      const { inFiles, inAll } = await countPeople(trx, incidentOf(own, of.people.admin.id));
      const users = await countOf(trx, sql`users where firm_id = ${own.firmId}`);
      const clients = sql`(select distinct lower(coalesce(client, number)) from matters
        where firm_id = ${own.firmId}) c`;
      return [inFiles, inAll - users - (await countOf(trx, clients))];
    },
    [0, 0],
  ],
  namesWithin: [
    async (trx, own, of) =>
      namesWithin(trx, own, [{ matter: of.matter.id, type: of.type.id, to: of.people.admin.id }]),
    new Map(),
  ],
});

async function countOf(trx: Trx, rows: RawBuilder<unknown>): Promise<number> {
  const found = await sql<{ count: number }>`select count(*)::int as count from ${rows}`.execute(
    trx,
  );
  return found.rows[0]?.count ?? 0;
}
