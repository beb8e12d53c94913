import {
  type CsvDelimiter,
  type CsvProfile,
  defaultCsvDelimiter,
  type FileKind,
  fileKinds,
  fileTypes,
} from '@recoup/contract/exports/files';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type Actor,
  type AuditContext,
  type FirmScope,
  requireFirmScope,
} from '../platform/core/actor.ts';
import {
  actorLimiterKey,
  createLimiter,
  type Limiter,
  oneTurnPerFirm,
} from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply, type FileReply, preview } from '../platform/http/replies/replies.ts';
import { type QueuedRequest, runLimited } from '../platform/http/run-limited.ts';
import {
  closeExport,
  type ClosingRooms,
  previewClosing,
  reopenExport,
} from './closings.service.ts';
import { csvFile, type ExportFile, exportFile, exportText } from './files/export-file.service.ts';
import { listExports } from './export-list.repository.ts';
import { getExport, getExportSummary, markExportFetched } from './exports.service.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import {
  type ExportSummary,
  getCsvChoice,
  lockCsvChoice,
  updateCsvChoice,
} from './exports.repository.ts';
import { changedFields } from '../platform/collections/collections.ts';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { acceptedType } from '../platform/http/accepted-type.ts';
import type { Spool } from '../platform/http/bodies/body-spool.ts';
import { createDownload, type StartedDownload } from './download.service.ts';
import type { Period } from './snapshot/lines.repository.ts';

async function getExportSettings(db: Db, firm: FirmScope, bouncesTo: string) {
  const { csvDelimiter, mailProfile } = await getCsvChoice(db, firm);
  return {
    csvDelimiter: csvDelimiter ?? defaultCsvDelimiter,
    isChosen: csvDelimiter !== null,
    mailProfile,
    bouncesTo,
  };
}

/** Saves the firm's settings for CSV. Unchanged settings are not audited. */
async function saveExportSettings(
  db: Db,
  by: AuditContext,
  choice: { csvDelimiter: CsvDelimiter; mailProfile?: CsvProfile | undefined },
): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const before = await lockCsvChoice(trx, firm);
    const after = { ...choice, mailProfile: choice.mailProfile ?? before.mailProfile };
    const details = changedFields(before, after, ['csvDelimiter', 'mailProfile']);
    if (Object.keys(details).length === 0) return;
    await updateCsvChoice(trx, firm, after);
    await recordAudit(trx, by, { action: 'firm.updated', subjectId: firm.firmId, details });
  });
}

/** Each export uses a database connection; the rest of the pool is for other requests. */
const limits = { ...oneTurnPerFirm, name: 'exports', concurrency: 4 };

const {
  download,
  getExportFile,
  getExportSettings: getSettings,
  saveExportSettings: saveSettings,
  ...ledger
} = exportEndpoints;

/** A function of the room `posting`, which depends on this one. */
type CreatePostingFile = (
  db: Db,
  by: AuditContext,
  of: { exportId: string; layoutId: string },
) => Promise<ExportFile>;
type ExportRoutesOptions = {
  mailFrom?: string;
  rooms: ClosingRooms;
  createPostingFile: CreatePostingFile;
};

/** `mailFrom` is the address that mails are sent from, to which mail servers report bounces. */
export function exportRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { mailFrom = '', createPostingFile, rooms }: ExportRoutesOptions,
): void {
  const limiter = createLimiter(limits);
  ledgerRoutes(app, auth, { limiter, rooms });
  fileRoutes(app, auth, { limiter, createPostingFile });
  settingsRoutes(app, auth, mailFrom);
}

function ledgerRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { limiter, rooms }: { limiter: Limiter; rooms: ClosingRooms },
): void {
  registerEndpoints(app, auth, ledger, {
    createExport: async ({ body: { dryRun = false, ...body } }, context) => {
      const { db } = context;
      if (dryRun)
        return runLimited(limiter, context, async () =>
          preview({ data: await previewClosing(db, context, { ...body, rooms }) }),
        );
      const data = await runLimited(limiter, context, async (signal) =>
        closeExport(db, context, {
          ...body,
          signal,
          rooms,
          openFile: createFileOpener(auth, context),
        }),
      );
      return { data };
    },
    listExports: async ({ query }, { db, actor }) =>
      listExports(db, requireFirmScope(actor), query),
    getExport: async ({ params: { id } }, { db, actor }) => ({
      data: await getExport(db, requireFirmScope(actor), id),
    }),
    reopenExport: async ({ params: { id }, body }, context) => ({
      data: await runLimited(limiter, context, async () =>
        reopenExport(context.db, context, { id, ...body }),
      ),
    }),
  });
}

function fileRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { limiter, createPostingFile }: { limiter: Limiter; createPostingFile: CreatePostingFile },
): void {
  const { spool } = auth;
  registerEndpoints(
    app,
    auth,
    { download, getExportFile },
    {
      download: async ({ query: { profile, ...period } }, context) => {
        const kind = acceptedKind(context.request, ['json', ...fileKinds]);
        return downloadReply(context, { limiter, spool }, { ...period, kind, profile });
      },
      getExportFile: async ({ params: { id }, query: { profile, layout } }, context) => {
        const { db } = context;
        const facts = await getExportSummary(db, requireFirmScope(context.actor), id);
        const rows = facts.rowCount;
        if (layout !== undefined) {
          const of = { exportId: id, layoutId: layout };
          const file = await runLimited(limiter, context, async () =>
            createPostingFile(context.db, context, of),
          );
          await markExportFetched(db, context, { id, file: file.fileName, rows });
          return fileReply(file);
        }
        const kind = acceptedKind(context.request, ['csv', 'json', 'xlsx', 'pdf']);
        const reply = await exportReply(context, { limiter, spool }, { facts, kind, profile });
        await markExportFetched(db, context, { id, file: kind, rows });
        return reply;
      },
    },
  );
}

function settingsRoutes(app: FastifyInstance, auth: AuthContext, mailFrom: string): void {
  registerEndpoints(
    app,
    auth,
    { getSettings, saveSettings },
    {
      getSettings: async (_, { db, actor }) => ({
        data: await getExportSettings(db, requireFirmScope(actor), mailFrom),
      }),
      saveSettings: async ({ body }, context) => {
        await saveExportSettings(context.db, context, body);
        return {
          data: await getExportSettings(context.db, requireFirmScope(context.actor), mailFrom),
        };
      },
    },
  );
}

type Kind = FileKind | 'json';
type Download = { data: { fileContent: string; fileName: string } };
type FileRequest = { facts: ExportSummary; kind: Kind; profile?: CsvProfile | undefined };

type Within = { limiter: Limiter; spool: Spool };

/** For the lines of an export that do not fit into memory. */
function createFileOpener({ spool }: Pick<Within, 'spool'>, { actor }: { actor: Actor }) {
  return async () => spool.open(actorLimiterKey(actor));
}

/** By this address the client mails this very export, also when there is a later one. */
function setLocation({ reply }: QueuedRequest, exportId: string): void {
  void reply.header('content-location', `${apiRoot}/exports/${exportId}/file`);
}

type DownloadRequest = Period & { kind: Kind; profile?: CsvProfile | undefined };

/** Exports a period. The reply of a CSV begins before the export is in the ledger. */
async function downloadReply(
  context: QueuedRequest & AuditContext & { db: Db },
  within: Within,
  { kind, profile, ...period }: DownloadRequest,
): Promise<Download | FileReply> {
  const openFile = createFileOpener(within, context);
  const create = async (onStart?: (download: StartedDownload) => void) =>
    runLimited(within.limiter, context, async (signal) =>
      createDownload(context.db, context, {
        ...period,
        kind,
        signal,
        openFile,
        ...(onStart && { onStart }),
      }),
    );
  // In HTTP/1.0 the end of a connection is the end of a file, also in the midst of it.
  if (kind !== 'csv' || context.request.raw.httpVersion === '1.0')
    return exportReply(context, within, { facts: await create(), kind, profile });
  return new Promise((resolve, reject) => {
    create((opened) => {
      setLocation(context, opened.id);
      const file = csvFile(opened.parts, { facts: opened, profile });
      file.content.once('close', opened.close);
      resolve(fileReply(file));
    }).catch(reject);
  });
}

/** The file of an export, or its text within JSON, as the specification has it. */
async function exportReply(
  context: QueuedRequest & { db: Db },
  { limiter, spool }: Within,
  { facts, kind, profile }: FileRequest,
): Promise<Download | FileReply> {
  setLocation(context, facts.id);
  const firm = requireFirmScope(context.actor);
  if (kind === 'json') {
    const fileContent = await exportText(context.db, firm, { facts, profile });
    return { data: { fileContent, fileName: `recoup-export-${facts.number}.csv` } };
  }
  if (kind !== 'pdf')
    return fileReply(await exportFile(context.db, firm, { facts, kind, profile }));
  // A PDF is made whole, in a turn of its own, and waits on the disk for its client.
  return runLimited(limiter, context, async () => {
    const pdf = await exportFile(context.db, firm, { facts, kind });
    const stored = await spool.keep(pdf.content, actorLimiterKey(context.actor));
    return fileReply({ ...pdf, content: stored.readAndClose() });
  });
}

const mediaTypeByKind = { ...fileTypes, json: 'application/json' } as const satisfies Record<
  Kind,
  string
>;

/** The kind that the client prefers, the first of equal ones; JSON if it accepts none. */
function acceptedKind(request: FastifyRequest, offered: readonly Kind[]): Kind {
  const types = offered.map((kind) => mediaTypeByKind[kind]);
  const type = acceptedType(request, types);
  return offered.find((kind) => mediaTypeByKind[kind] === type) ?? 'json';
}
