import {
  fileKinds,
  type CsvDelimiter,
  type CsvProfile,
  defaultCsvDelimiter,
} from '@recoup/contract/exports/files';
import { exportEndpoints } from '@recoup/contract/exports/endpoints';
import type { FastifyInstance } from 'fastify';
import { type AuditContext, requireFirmScope, type FirmScope } from '../platform/core/actor.ts';
import { createLimiter, type Limiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply, preview } from '../platform/http/replies/replies.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import {
  closeExport,
  previewClosing,
  reopenExport,
  type ClosingRooms,
} from './closings.service.ts';
import type { ExportFile } from './files/export-file.service.ts';
import { listExports } from './export-list.repository.ts';
import { acceptedKind, downloadReply, exportReply, createFileOpener } from './export-reply.ts';
import { getExport, getExportSummary, markExportFetched } from './exports.service.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { getCsvChoice, lockCsvChoice, updateCsvChoice } from './exports.repository.ts';
import { changedFields } from '../platform/collections/collections.ts';

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
