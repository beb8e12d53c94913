import { createLimiter, type Limiter } from '../../platform/core/limiter.ts';
import type { Spool } from '../../platform/http/bodies/body-spool.ts';
import { pdfReply } from '../../platform/http/replies/pdf-reply.ts';
import type { QueuedRequest } from '../../platform/http/run-limited.ts';
import type { Annexure } from './annexure.ts';

/** One attorney's annexure does not wait for those of all, which take long and some 200 MB each. */
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

/** PDF, or JSON where `Accept` prefers it. Throws `too_large` for JSON. */
export async function annexureReply(
  context: QueuedRequest & { now: Date },
  within: { limiter: Limiter; spool: Spool },
  { nameOf, read }: File,
): ReturnType<typeof pdfReply> {
  return pdfReply(context, within, async (signal) => {
    const annexure = await read(signal);
    // Imported with the first PDF, so that an idle process does not load the writer.
    const { annexurePdf } = await import('./annexure-pdf.ts');
    return { fileName: nameOf(annexure), content: annexurePdf(annexure, context.now) };
  });
}
