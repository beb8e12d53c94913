import type { Readable } from 'node:stream';
import { AppError, requestCancelled } from '../../platform/core/app-error.ts';
import { createLimiter, type Limiter, limiterKeyOf } from '../../platform/core/limiter.ts';
import { acceptedType } from '../../platform/http/accepted-type.ts';
import type { Spool } from '../../platform/http/bodies/body-spool.ts';
import { type FileReply, fileReply } from '../../platform/http/replies.ts';
import { type QueuedRequest, runLimited } from '../../platform/http/run-limited.ts';
import type { Annexure } from './annexure.ts';

const pdfType = 'application/pdf';
/** JSON is built in memory. */
const maxJsonBytes = 10_000_000;

/** Those of one attorney do not wait for those of all, which take long and some 200 MB each. */
export function createAnnexureLimiter(of: 'one' | 'all'): Limiter {
  return createLimiter({
    name: 'fee annexures',
    concurrency: of === 'one' ? 4 : 2,
    maxPerGroup: 1,
    maxEnteredPerGroup: 20,
    maxEnteredPerMember: 10,
    maxWaitMs: 45_000,
  });
}

type File = {
  nameOf: (annexure: Annexure) => string;
  read: (signal: AbortSignal) => Promise<Annexure>;
};
type InJson = { data: { fileContent: string; fileName: string } };

/** PDF, or JSON where `Accept` prefers it. Throws `too_large` for JSON. */
export async function annexureReply(
  context: QueuedRequest & { now: Date },
  { limiter, spool }: { limiter: Limiter; spool: Spool },
  { nameOf, read }: File,
): Promise<InJson | FileReply> {
  const type = acceptedType(context.request, [pdfType, 'application/json']);
  return runLimited(limiter, context, async (signal) => {
    const annexure = await read(signal);
    const fileName = nameOf(annexure);
    // Imported with the first PDF, so that an idle process does not load the writer.
    const { annexurePdf } = await import('./annexure-pdf.ts');
    const content = untilAborted(annexurePdf(annexure, context.now), signal);
    if (type !== pdfType)
      return { data: { fileContent: (await smallBuffer(content)).toString('base64'), fileName } };
    // Made whole in its turn, and waits on the disk for its client.
    const kept = await spool.keep(content, limiterKeyOf(context.actor));
    return fileReply({ type: pdfType, fileName, content: kept.readAndClose() });
  });
}

/** A client that disconnects ends the drawing. */
function untilAborted(content: Readable, signal: AbortSignal): Readable {
  const end = () => content.destroy(requestCancelled());
  if (signal.aborted) end();
  else signal.addEventListener('abort', end, { once: true });
  return content;
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
  const message = `The annexures make more than ${max} MB, the limit for JSON. Ask for ${pdfType}.`;
  return new AppError('too_large', { message });
}
