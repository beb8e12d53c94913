import { finished, Readable } from 'node:stream';
import { fileTypes } from '@recoup/contract/exports/files';
import { statementEndpoints } from '@recoup/contract/statements/endpoints';
import type { StatementKind } from '@recoup/contract/statements/rules';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import { createLimiter, type Limiter, limiterKeyOf } from '../platform/core/limiter.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { clientDisconnectSignal } from '../platform/http/client-disconnect.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply } from '../platform/http/replies.ts';
import { type QueuedRequest, runLimited } from '../platform/http/run-limited.ts';
import { withLongSocketTimeout } from '../platform/http/socket-timeout.ts';
import { zipFileName } from './statement-names.ts';
import { statementsZip } from './statements-zip.ts';
import {
  countLines,
  createStatementFile,
  getStatement,
  listStatements,
} from './statements.service.ts';

/** A firm gets one turn at a time, so that it cannot take all of them. */
const limits = {
  name: 'statements',
  maxPerGroup: 1,
  maxEnteredPerGroup: 20,
  maxEnteredPerMember: 10,
  maxWaitMs: 45_000,
};
const zipType = 'application/zip';
const offered = ['application/json', fileTypes.pdf, fileTypes.xlsx] as const;
const kinds: Readonly<Record<string, StatementKind>> = {
  [fileTypes.pdf]: 'pdf',
  [fileTypes.xlsx]: 'xlsx',
};

export function statementRoutes(app: FastifyInstance, auth: AuthContext): void {
  const { spool } = auth;
  const one = createLimiter({ ...limits, concurrency: 4 });
  const zips = createLimiter({ ...limits, concurrency: 2 });
  registerEndpoints(app, auth, statementEndpoints, {
    getStatement: async ({ params, query }, context) => {
      const { db, actor, now } = context;
      const firm = requireFirmScope(actor);
      const kind = kinds[acceptedType(context.request, offered) ?? ''];
      return runLimited(one, context, async (signal) => {
        const request = { ...query, matterId: params.id, now, signal };
        if (kind === undefined) return { data: await getStatement(db, firm, request) };
        const keep = async (content: AsyncIterable<Buffer>) =>
          spool.keep(content, limiterKeyOf(actor));
        const file = await createStatementFile(db, firm, { ...request, kind, keep });
        return fileReply({ ...file, content: file.content.readAndClose() });
      });
    },
    getStatements: async ({ query }, context) => {
      const { db, actor, now } = context;
      const firm = requireFirmScope(actor);
      const of = { ...query, kind: query.kind ?? 'pdf' };
      const isZip = acceptedType(context.request, ['application/json', zipType]) === zipType;
      if (!isZip) {
        const matters = await listStatements(db, firm, of);
        return { data: { matters: matters.length, lines: countLines(matters) } };
      }
      const signal = await enterUntilSent(zips, context);
      const matters = await listStatements(db, firm, of);
      if (matters.length === 0)
        throw new AppError('nothing_to_export', {
          message: 'No matter has entries in this period. Choose another period or client.',
        });
      const zip = statementsZip(db, firm, {
        ...of,
        matters,
        now,
        signal,
        keep: async (content) => spool.keep(content, limiterKeyOf(actor)),
        reauthorize: context.reauthorize,
      });
      const content = Readable.from(zip, { objectMode: false });
      return fileReply({ type: zipType, fileName: zipFileName(of), content });
    },
  });
}

/** Takes a turn until the reply was sent: its files are made while it is under way. */
async function enterUntilSent(limiter: Limiter, queued: QueuedRequest): Promise<AbortSignal> {
  const { request, reply, actor } = queued;
  const signal = clientDisconnectSignal(request, reply);
  const slot = limiter.enter(limiterKeyOf(actor));
  const sent = new Promise<void>((resolve) => finished(reply.raw, () => resolve()));
  void withLongSocketTimeout(request, async () => sent).finally(() => slot.release());
  if (await slot.acquire({ signal })) await queued.reauthorize();
  return signal;
}
