import {
  type IncidentPack,
  incidentEndpoints,
  xlsxType,
  auditEndpoints,
} from '@recoup/contract/audit/endpoints';
import type { FastifyInstance } from 'fastify';
import { resolveFirmScope, type Scope } from '../platform/core/actor.ts';
import { createLimiter, actorLimiterKey } from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply } from '../platform/http/replies/replies.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import type { AuditView } from './list/audit-list.repository.ts';
import { createAuditView, listAudit } from './list/audit-list.service.ts';
import {
  createIncidentPack,
  type IncidentQuery,
  type MadePack,
  streamTimeline,
} from './incident/incident-pack.service.ts';
import { findChosenDelimiter } from '../matters/matters.service.ts';
import { exportAudit, type InTurn } from './list/audit-csv.service.ts';

/** A pack reads all lines of its period. */
const limits = {
  name: 'incident packs',
  concurrency: 2,
  maxPerGroup: 1,
  maxEnteredPerGroup: 10,
  maxEnteredPerMember: 5,
  maxWaitMs: 45_000,
};
const pdfType = 'application/pdf';

export function incidentRoutes(app: FastifyInstance, auth: AuthContext): void {
  const { spool } = auth;
  const limiter = createLimiter(limits);
  registerEndpoints(app, auth, incidentEndpoints, {
    getIncidentPack: async ({ query: { firm, ...query } }, context) => {
      const { db, actor, now } = context;
      const view = createAuditView(actor, resolveFirmScope(actor, firm));
      const type = acceptedType(context.request, ['application/json', pdfType, xlsxType]);
      const kind = kinds[type ?? ''] ?? 'json';
      return runLimited(limiter, context, async (): Promise<Reply> => {
        // Flushes the reads of this process; others write theirs within five minutes.
        await auth.reads.flush();
        const made = await createIncidentPack(db, context, { view, query, kind });
        if (kind === 'json') return { data: made.pack };
        const content = await packContent({ db, view, query, made, now, kind });
        const stored = await spool.keep(content, actorLimiterKey(actor));
        const fileName = `incident-${query.from}.${kind}`;
        return fileReply({ type: types[kind], fileName, content: stored.readAndClose() });
      });
    },
  });
}

type Reply = { data: IncidentPack } | ReturnType<typeof fileReply>;

const types = { pdf: pdfType, xlsx: xlsxType } as const; // the keys are the kinds
const kinds: Readonly<Record<string, keyof typeof types>> = {
  [pdfType]: 'pdf',
  [xlsxType]: 'xlsx',
};

type Made = {
  db: Db;
  view: AuditView;
  query: IncidentQuery;
  made: MadePack;
  now: Date;
  kind: keyof typeof types;
};

/** The writers are imported with the first file, so that an idle process does not load them. */
async function packContent(of: Made): Promise<AsyncIterable<Buffer>> {
  const { pack, party, who } = of.made;
  const title = `Incident: ${who}, ${of.query.from} to ${of.query.to}`;
  const firm = { name: party?.name ?? 'All firms', logo: party?.logo ?? null };
  if (of.kind === 'pdf') {
    const { incidentPdf } = await import('./incident/incident-pdf.ts');
    return incidentPdf({ title, firm, pack }, of.now);
  }
  const { incidentXlsx } = await import('./incident/incident-xlsx.ts');
  const timeline = streamTimeline(of.db, of.view, of.query);
  return incidentXlsx({ title, firmName: firm.name, pack, timeline }, of.now);
}

/** As those of the entries: many files at once would leave pages no connection. */
const batchLimits = { name: 'files', concurrency: 2, maxPerGroup: 1, maxWaitMs: 5 * 60_000 };

export function auditRoutes(app: FastifyInstance, auth: AuthContext): void {
  const batches = createLimiter(batchLimits);
  registerEndpoints(app, auth, auditEndpoints, {
    listAudit: async ({ query: { firm, page, itemsPerPage, ...filter } }, context) => {
      const { db, actor, request } = context;
      const scope = resolveFirmScope(actor, firm);
      const view = createAuditView(actor, scope);
      if (acceptedType(request, ['application/json', 'text/csv']) !== 'text/csv')
        return listAudit(db, view, { ...filter, page, itemsPerPage });
      const inTurn: InTurn = async (run) => batches.run(actorLimiterKey(actor), run);
      const delimiter = await findCsvDelimiter(db, scope);
      return fileReply({
        type: 'text/csv; charset=utf-8',
        fileName: 'audit.csv',
        content: await exportAudit(db, context, { view, filter, delimiter, inTurn }),
      });
    },
  });
}

async function findCsvDelimiter(db: Db, scope: Scope): Promise<string> {
  if (scope.firmId === undefined) return ',';
  return (await findChosenDelimiter(db, scope)) ?? ',';
}
