import { type FileKind, fileKinds, fileTypes } from '@recoup/contract/exports/files';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import type { Db } from '../platform/database/connections.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { type FileReply, fileReply, preview } from '../platform/http/replies.ts';
import type { Spool } from '../platform/http/body-spool.ts';
import { type QueuedRequest, runLimited } from '../platform/http/run-in-turn.ts';
import { limiterKeyOf, createLimiter } from '../platform/core/fair-turns.ts';
import { exportFile, exportText, type FileOptions } from './files/files.ts';
import { getExportSettings, saveExportSettings } from './settings.ts';
import { listExports } from './exports.repository.ts';
import {
  closeExport,
  type ExportFacts,
  getExport,
  getExportSummary,
  previewClosing,
  reopenExport,
  createDownload,
} from './exports.service.ts';

/** An export works on a connection to the database; the others of the pool are for all other calls. */
const limits = {
  what: 'exports',
  atOnce: 4,
  ofFirm: 1,
  placesOfFirm: 20,
  placesOfUser: 10,
  longestWaitMs: 45_000,
};

/** `mailFrom` is the address that mails are sent from, which is also where mail servers report what they cannot deliver. */
export function exportRoutes(
  app: FastifyInstance,
  gate: AuthContext,
  { mailFrom = '' }: { mailFrom?: string },
): void {
  const turns = createLimiter(limits);
  const inLine: RunLimited = async (context, work) => runLimited(turns, context, work);
  const answer = async (context: QueuedRequest & { db: Db }, asked: FileRequest) => {
    // So that the client can mail this very export, whatever is exported meanwhile.
    void context.reply.header('content-location', `${apiRoot}/exports/${asked.facts.id}/file`);
    return answerTo(context, { asked, inLine, spool: gate.spool });
  };
  registerEndpoints(app, gate, exportEndpoints, {
    download: async ({ query: { profile, ...period } }, context) => {
      const kind = kindOf(context.request, ['json', ...fileKinds]);
      const facts = await inLine(context, async (signal) =>
        createDownload(context.db, context, { ...period, kind, signal }),
      );
      return answer(context, { facts, kind, profile });
    },
    createExport: async ({ body: { dryRun = false, ...body } }, context) => {
      if (dryRun)
        return preview({
          data: await previewClosing(context.db, requireFirmScope(context.actor), body),
        });
      return {
        data: await inLine(context, async (signal) =>
          closeExport(context.db, context, { ...body, signal }),
        ),
      };
    },
    listExports: async ({ query }, { db, actor }) =>
      listExports(db, requireFirmScope(actor), query),
    getExport: async ({ params: { id } }, { db, actor }) => ({
      data: await getExport(db, requireFirmScope(actor), id),
    }),
    getExportFile: async ({ params: { id }, query: { profile } }, context) => {
      const facts = await getExportSummary(context.db, requireFirmScope(context.actor), id);
      return answer(context, {
        facts,
        kind: kindOf(context.request, ['csv', 'json', 'xlsx', 'pdf']),
        profile,
      });
    },
    reopenExport: async ({ params: { id }, body }, context) => ({
      data: await inLine(context, async () => reopenExport(context.db, context, { id, ...body })),
    }),
    getExportSettings: async (_, { db, actor }) => ({
      data: await getExportSettings(db, requireFirmScope(actor), mailFrom),
    }),
    saveExportSettings: async ({ body }, context) => {
      await saveExportSettings(context.db, context, body);
      return {
        data: await getExportSettings(context.db, requireFirmScope(context.actor), mailFrom),
      };
    },
  });
}

type FileRequest = {
  facts: ExportFacts;
  kind: FileKind | 'json';
  profile?: FileOptions['profile'];
};
type Download = { data: { fileContent: string; fileName: string } };

type RunLimited = <T>(
  context: QueuedRequest,
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;
type Answering = { asked: FileRequest; inLine: RunLimited; spool: Spool };

/** A PDF is made whole, in a turn of its own, and then waits on the disk for its client. */
async function answerTo(
  context: QueuedRequest & { db: Db },
  { asked, inLine, spool }: Answering,
): Promise<Download | FileReply> {
  const firm = requireFirmScope(context.actor);
  if (asked.kind === 'json') return textReply(context.db, firm, asked);
  if (asked.kind !== 'pdf')
    return fileReply(await exportFile(context.db, firm, { ...asked, kind: asked.kind }));
  return inLine(context, async () => {
    const pdf = await exportFile(context.db, firm, { ...asked, kind: 'pdf' });
    const kept = await spool.keep(pdf.content, limiterKeyOf(context.actor));
    return fileReply({ ...pdf, content: kept.readAndClose() });
  });
}

async function textReply(
  db: Db,
  firm: FirmScope,
  { facts, profile }: FileRequest,
): Promise<Download> {
  return {
    data: {
      fileContent: await exportText(db, firm, { facts, profile }),
      fileName: `recoup-export-${facts.number}.csv`,
    },
  };
}

type Kind = FileRequest['kind'];
const typeOf = { ...fileTypes, json: 'application/json' } as const satisfies Record<Kind, string>;

/** The kind that the client prefers, and of equal ones the first; JSON, as specified, if it accepts none. */
function kindOf(request: FastifyRequest, offered: readonly Kind[]): Kind {
  const type = acceptedType(
    request,
    offered.map((kind) => typeOf[kind]),
  );
  return offered.find((kind) => typeOf[kind] === type) ?? 'json';
}
