import { type FileKind, fileKinds, fileTypes } from '@recoup/contract/export-files';
import { exportCalls } from '@recoup/contract/exports';
import type { FastifyInstance } from 'fastify';
import { type FirmScope, ownFirm } from '../platform/actor.ts';
import type { Db } from '../platform/db.ts';
import { firmLine } from '../platform/firm-line.ts';
import { type FileReply, fileReply, type Gate, mount, preview } from '../platform/mount.ts';
import { exportFile, exportText, type Wanted } from './export-files.ts';
import { getExportSettings, saveExportSettings } from './export-settings.ts';
import { listExports } from './exports.repository.ts';
import { closeExport, type ExportFacts, getExport, getExportFacts, previewClosing, reopenExport, takeDownload } from './exports.service.ts';

/** `mailFrom` is the address that mails are sent from, which is also where mail servers report what they cannot deliver. */
export function exportRoutes(app: FastifyInstance, gate: Gate, { mailFrom = '' }: { mailFrom?: string }): void {
  const inLine = firmLine('exports');
  mount(app, gate, exportCalls, {
    download: async ({ query: { profile, ...period } }, context) => {
      const kind = kindOf(context.request.headers.accept);
      const facts = await inLine(context, async (signal) => takeDownload(context.db, context, { ...period, kind, signal }));
      return answer(context.db, ownFirm(context.actor), { facts, kind, profile });
    },
    createExport: async ({ body: { dryRun = false, ...body } }, context) => {
      if (dryRun) return preview({ data: await previewClosing(context.db, ownFirm(context.actor), body) });
      return { data: await inLine(context, async (signal) => closeExport(context.db, context, { ...body, signal })) };
    },
    listExports: async ({ query }, { db, actor }) => listExports(db, ownFirm(actor), query),
    getExport: async ({ params: { id } }, { db, actor }) => ({ data: await getExport(db, ownFirm(actor), id) }),
    getExportFile: async ({ params: { id }, query: { profile } }, { db, actor, request }) => {
      const facts = await getExportFacts(db, ownFirm(actor), id);
      const { accept } = request.headers;
      const kind = accept === undefined || accept.startsWith('*/*') ? 'csv' : kindOf(accept);
      return answer(db, ownFirm(actor), { facts, kind, profile });
    },
    reopenExport: async ({ params: { id }, body }, context) => ({
      data: await inLine(context, async () => reopenExport(context.db, context, { id, ...body })),
    }),
    getExportSettings: async (_, { db, actor }) => ({ data: await getExportSettings(db, ownFirm(actor), mailFrom) }),
    saveExportSettings: async ({ body }, context) => {
      await saveExportSettings(context.db, context, body);
      return { data: await getExportSettings(context.db, ownFirm(context.actor), mailFrom) };
    },
  });
}

type Asked = { readonly facts: ExportFacts; readonly kind: FileKind | 'json'; readonly profile?: Wanted['profile'] };
type Download = { data: { fileContent: string; fileName: string } };

async function answer(db: Db, firm: FirmScope, { facts, kind, profile }: Asked): Promise<Download | FileReply> {
  if (kind !== 'json') return fileReply(await exportFile(db, firm, { facts, kind, profile }));
  return { data: { fileContent: await exportText(db, firm, { facts, profile }), fileName: `recoup-export-${facts.number}.csv` } };
}

/** The kind that `Accept` names first, by its weights (RFC 9110, section 12.5.1); JSON, as specified, when it names none. */
function kindOf(accept = ''): FileKind | 'json' {
  const wanted = accept
    .split(',')
    .map((part) => {
      const [type = '', ...parameters] = part.split(';').map((piece) => piece.trim().toLowerCase());
      const weight = parameters.find((parameter) => parameter.startsWith('q='))?.slice(2);
      return { type, weight: weight === undefined ? 1 : Number(weight) };
    })
    .filter(({ weight }) => weight > 0)
    .toSorted((a, b) => b.weight - a.weight);
  for (const { type } of wanted) {
    if (type === 'application/json') return 'json';
    const kind = fileKinds.find((each) => fileTypes[each] === type);
    if (kind !== undefined) return kind;
  }
  return 'json';
}
