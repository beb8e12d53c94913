import type { Readable } from 'node:stream';
import { AppError, requestCancelled } from '../../core/app-error.ts';
import { type Limiter, actorLimiterKey } from '../../core/limiter.ts';
import { acceptedType } from '../accepted-type.ts';
import type { Spool } from '../bodies/body-spool.ts';
import { type FileReply, fileReply } from './replies.ts';
import { type QueuedRequest, runLimited } from '../run-limited.ts';

const pdfType = 'application/pdf';
/** JSON is built in memory. */
const maxJsonBytes = 10_000_000;

type Pdf = { fileName: string; content: Readable };
type InJson = { data: { fileContent: string; fileName: string } };

/**
 * PDF, or JSON with the file in Base64 where `Accept` prefers it. `read` runs in the limiter's
 * turn; a client that disconnects ends the drawing. Throws `too_large` for JSON.
 */
export async function pdfReply(
  context: QueuedRequest,
  { limiter, spool }: { limiter: Limiter; spool: Spool },
  read: (signal: AbortSignal) => Promise<Pdf>,
): Promise<InJson | FileReply> {
  const type = acceptedType(context.request, [pdfType, 'application/json']);
  return runLimited(limiter, context, async (signal) => {
    const { fileName, content } = await read(signal);
    const drawn = untilAborted(content, signal);
    if (type !== pdfType)
      return { data: { fileContent: (await smallBuffer(drawn)).toString('base64'), fileName } };
    // Made whole in its turn, and waits on the disk for its client.
    const stored = await spool.keep(drawn, actorLimiterKey(context.actor));
    return fileReply({ type: pdfType, fileName, content: stored.readAndClose() });
  });
}

function untilAborted(content: Readable, signal: AbortSignal): Readable {
  const end = () => content.destroy(requestCancelled());
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  // The signal is the connection's, which further requests use.
  return content.once('close', () => signal.removeEventListener('abort', end));
}

async function smallBuffer(content: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = [];
  let bytes = 0;
  for await (const chunk of content) {
    chunks.push(chunk);
    bytes += chunk.length;
    if (bytes > maxJsonBytes) throw tooLargeForJson();
  }
  return Buffer.concat(chunks);
}

function tooLargeForJson(): AppError {
  const max = maxJsonBytes / 1_000_000;
  const message = `The file is larger than ${max} MB, the limit for JSON. Ask for ${pdfType}.`;
  return new AppError('too_large', { message });
}
