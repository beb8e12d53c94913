import { apiRoot } from '@recoup/contract/core/endpoint';
import { type CsvProfile, type FileKind, fileTypes } from '@recoup/contract/exports/files';
import type { FastifyRequest } from 'fastify';
import { type Actor, type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { type Limiter, actorLimiterKey } from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import type { Spool } from '../platform/http/bodies/body-spool.ts';
import { type FileReply, fileReply } from '../platform/http/replies/replies.ts';
import { type QueuedRequest, runLimited } from '../platform/http/run-limited.ts';
import { createDownload, type StartedDownload } from './download.service.ts';
import type { ExportSummary } from './exports.repository.ts';
import { csvFile, exportFile, exportText } from './files/export-file.service.ts';
import type { Period } from './snapshot/lines.repository.ts';

type Kind = FileKind | 'json';
type Download = { data: { fileContent: string; fileName: string } };
type FileRequest = { facts: ExportSummary; kind: Kind; profile?: CsvProfile | undefined };

type Within = { limiter: Limiter; spool: Spool };

/** For the lines of an export that do not fit into memory. */
export function createFileOpener({ spool }: Pick<Within, 'spool'>, { actor }: { actor: Actor }) {
  return async () => spool.open(actorLimiterKey(actor));
}

/** By this address the client mails this very export, also when there is a later one. */
function setLocation({ reply }: QueuedRequest, exportId: string): void {
  void reply.header('content-location', `${apiRoot}/exports/${exportId}/file`);
}

type DownloadRequest = Period & { kind: Kind; profile?: CsvProfile | undefined };

/** Exports a period. The reply of a CSV begins before the export is in the ledger. */
export async function downloadReply(
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
    create((download) => {
      setLocation(context, download.id);
      const file = csvFile(download.parts, { facts: download, profile });
      file.content.once('close', download.close);
      resolve(fileReply(file));
    }).catch(reject);
  });
}

/** The file of an export, or its text within JSON, as the specification has it. */
export async function exportReply(
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
export function acceptedKind(request: FastifyRequest, offered: readonly Kind[]): Kind {
  const types = offered.map((kind) => mediaTypeByKind[kind]);
  const type = acceptedType(request, types);
  return offered.find((kind) => mediaTypeByKind[kind] === type) ?? 'json';
}
