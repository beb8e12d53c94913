import { apiRoot } from '@recoup/contract/core/endpoint';
import { type CsvProfile, type FileKind, fileTypes } from '@recoup/contract/exports/files';
import type { FastifyRequest } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { type Limiter, limiterKeyOf } from '../platform/core/limiter.ts';
import type { Db } from '../platform/database/connections.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import type { Spool } from '../platform/http/bodies/body-spool.ts';
import { type FileReply, fileReply } from '../platform/http/replies/replies.ts';
import { type QueuedRequest, runLimited } from '../platform/http/run-limited.ts';
import type { ExportSummary } from './exports.repository.ts';
import { exportFile, exportText } from './files/export-file.service.ts';

type Kind = FileKind | 'json';
type Download = { data: { fileContent: string; fileName: string } };
type FileRequest = { facts: ExportSummary; kind: Kind; profile?: CsvProfile | undefined };

/** The file of an export, or its text within JSON, as the specification has it. */
export async function exportReply(
  context: QueuedRequest & { db: Db },
  { limiter, spool }: { limiter: Limiter; spool: Spool },
  { facts, kind, profile }: FileRequest,
): Promise<Download | FileReply> {
  // By this address the client mails this very export, also when there is a later one.
  void context.reply.header('content-location', `${apiRoot}/exports/${facts.id}/file`);
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
    const kept = await spool.keep(pdf.content, limiterKeyOf(context.actor));
    return fileReply({ ...pdf, content: kept.readAndClose() });
  });
}

const typeOf = { ...fileTypes, json: 'application/json' } as const satisfies Record<Kind, string>;

/** The kind that the client prefers, the first of equal ones; JSON if it accepts none. */
export function acceptedKind(request: FastifyRequest, offered: readonly Kind[]): Kind {
  const types = offered.map((kind) => typeOf[kind]);
  const type = acceptedType(request, types);
  return offered.find((kind) => typeOf[kind] === type) ?? 'json';
}
