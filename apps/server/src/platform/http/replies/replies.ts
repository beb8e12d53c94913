import { finished, Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import { actorLimiterKey, type LimiterSlot } from '../../core/limiter.ts';
import type { Spool } from '../bodies/body-spool.ts';
import { sendText } from './compressed-text.ts';
import { type ReplyLimiters, endSlowReader } from './reply-limiters.ts';

const isFile = Symbol('file');

/** For endpoints that declare `produces`. */
export type FileReply = {
  [isFile]: true;
  type: string;
  fileName: string;
  content: Readable | Buffer | string;
};

export function fileReply(file: {
  type: string;
  fileName: string;
  content: Readable | Buffer | string;
}): FileReply {
  return { [isFile]: true, ...file };
}

const isPreview = Symbol('preview');
/** The reply of a dry run, beside the 201. */
export type Preview<T> = { [isPreview]: true; reply: T };

export function preview<T>(reply: T): Preview<T> {
  return { [isPreview]: true, reply };
}

export type ReplyLimits = ReplyLimiters & {
  spool: Spool;
  /** How long (ms) a client may read nothing. */
  maxPauseMs: number;
};

export function isFileReply(answer: unknown): answer is FileReply {
  return typeof answer === 'object' && answer !== null && isFile in answer;
}

export function isPreviewReply(answer: unknown): answer is Preview<unknown> {
  return typeof answer === 'object' && answer !== null && isPreview in answer;
}

export function sendFile(
  { downloads, maxPauseMs }: Pick<ReplyLimits, 'downloads' | 'maxPauseMs'>,
  reply: FastifyReply,
  file: FileReply,
): FastifyReply {
  const slot = enterOrDrop(downloads, reply, file);
  // Also after an earlier disconnect, which causes no event.
  finished(reply.raw, () => slot.release());
  endSlowReader(reply, maxPauseMs);
  const ascii = file.fileName.replace(/[^\w.-]/g, '_');
  return reply
    .type(file.type)
    .header(
      'content-disposition',
      `attachment; filename="${ascii}"; filename*=UTF-8''${encodeURIComponent(file.fileName)}`,
    )
    .send(file.content);
}

/** An unsent stream has to end, and its error has no other listener. */
function enterOrDrop(
  downloads: ReplyLimiters['downloads'],
  reply: FastifyReply,
  { content }: FileReply,
): LimiterSlot {
  try {
    return downloads.enter(actorLimiterKey(reply.request.actor));
  } catch (error) {
    if (content instanceof Readable) content.on('error', () => {}).destroy();
    throw error;
  }
}

/** Longer replies wait on the disk. */
const maxInMemory = 1024 * 1024;

export async function sendJson(
  { spool, maxPauseMs }: Pick<ReplyLimits, 'spool' | 'maxPauseMs'>,
  reply: FastifyReply,
  pieces: readonly string[],
): Promise<FastifyReply> {
  void reply.type('application/json; charset=utf-8');
  const length = pieces.reduce((sum, piece) => sum + piece.length, 0);
  if (length <= maxInMemory) return sendText(reply, pieces.join(''));
  const file = await spool.keep(pieces, actorLimiterKey(reply.request.actor));
  endSlowReader(reply, maxPauseMs);
  return reply.header('content-length', file.bytes).send(file.readAndClose());
}
