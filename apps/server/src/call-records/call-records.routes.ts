import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { callMergeEndpoints } from '@recoup/contract/call-records/merge-endpoints';
import { callRecordEndpoints } from '@recoup/contract/call-records/endpoints';
import { callImportEndpoints } from '@recoup/contract/call-records/import-endpoints';
import { ownCallEndpoints } from '@recoup/contract/call-records/own-call-endpoints';
import {
  callSetUpEndpoints,
  privateNumberEndpoints,
} from '@recoup/contract/call-records/set-up-endpoints';
import { role } from '@recoup/contract/core/access';
import type { EndpointArgs } from '@recoup/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { splitIntoChunks } from '../platform/csv/text-chunks.ts';
import { readBody } from '../platform/csv/upload-stream.ts';
import { notThisFile } from '../platform/http/bodies/body-memory-budget.ts';
import { clientDisconnectSignal, runLimited } from '../platform/http/run-limited.ts';
import type { Context } from '../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { preview } from '../platform/http/replies/replies.ts';
import type { Sealer } from '../platform/security/sealing.ts';
import { acceptCalls, acceptCallsOfDays } from './decisions/accept-calls.service.ts';
import { decideCall, deletePrivateNumber } from './decisions/decide-call.service.ts';
import { mergeCalls, undoCallMerge } from './decisions/merge-calls.service.ts';
import { importCalls, type CallUpload, undoCallImport } from './import/call-import.service.ts';
import { listCallImports } from './import/call-imports.repository.ts';
import { previewCalls } from './import/preview-calls.service.ts';
import {
  importOwnCalls,
  previewOwnCalls,
  undoOwnCallImport,
} from './own-calls/import-own-calls.service.ts';
import { listOwnCallImports } from './own-calls/own-call-imports.repository.ts';
import { listCallRecords } from './list/call-records.service.ts';
import { listCallSources, listExtensions, listPrivateNumbers } from './set-up/set-up.repository.ts';
import { replaceCallSources, replaceExtensions } from './set-up/set-up.service.ts';

/** As the imports of matters: each uses a database connection. */
const importLimits = { ...oneTurnPerFirm, name: 'call files', concurrency: 1 };
/** Each call of an acceptance is a transaction of its own. */
const acceptanceLimits = { ...importLimits, name: 'call acceptances', concurrency: 2 };
/** Each compares all open calls of its filter with entries. */
const listLimits = {
  ...importLimits,
  name: 'lists of calls',
  concurrency: 3,
  maxEnteredPerGroup: 40,
};
/** Attorneys read their own calls. */
const ownListLimits = { ...listLimits, name: 'own lists of calls', maxEnteredPerGroup: 2_000 };

export function callRecordRoutes(
  app: FastifyInstance,
  auth: AuthContext,
  { sealer }: { sealer: Sealer },
): void {
  const limiter = createLimiter(importLimits);
  registerEndpoints(app, { ...auth, bodyLimiter: limiter }, callImportEndpoints, {
    listCallImports: async ({ query }, { db, actor }) =>
      listCallImports(db, requireFirmScope(actor), query),
    createCallImport: async (args, context) => {
      const { dryRun = false, ...upload } = readUpload(args, context);
      const { db, actor, now } = context;
      if (!dryRun) return { data: await importCalls(db, context, upload) };
      const requested = { ...upload, now };
      return preview({ data: await previewCalls(db, requireFirmScope(actor), requested) });
    },
    undoCallImport: async ({ params }, context) => ({
      data: await runLimited(limiter, context, async () =>
        undoCallImport(context.db, context, params.id),
      ),
    }),
  });
  ownCallRoutes(app, auth);
  recordRoutes(app, auth);
  mergeRoutes(app, auth);
  setUpRoutes(app, auth, sealer);
}

function ownCallRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter({ ...importLimits, name: 'files of cell phones' });
  registerEndpoints(app, { ...auth, bodyLimiter: limiter }, ownCallEndpoints, {
    listOwnCallImports: async ({ query }, { db, actor }) =>
      listOwnCallImports(db, requireFirmScope(actor), { ...query, attorneyId: actor.userId }),
    createOwnCallImport: async ({ body: { dryRun = false, ...fields } }, context) => {
      const { db, request, reply } = context;
      const upload = { ...fields, signal: clientDisconnectSignal(request, reply) };
      if (!dryRun) return { data: await importOwnCalls(db, context, upload) };
      return preview({ data: await previewOwnCalls(db, context, upload) });
    },
    undoOwnCallImport: async ({ params }, context) => ({
      data: await runLimited(limiter, context, async () =>
        undoOwnCallImport(context.db, context, params.id),
      ),
    }),
  });
}

function recordRoutes(app: FastifyInstance, auth: AuthContext): void {
  const acceptances = createLimiter(acceptanceLimits);
  // They take longer, and those of named calls do not wait for them.
  const ofDays = createLimiter({ ...acceptanceLimits, name: 'call acceptances of days' });
  const [ofFirm, ofAttorney] = [createLimiter(listLimits), createLimiter(ownListLimits)];
  registerEndpoints(app, auth, callRecordEndpoints, {
    listCallRecords: async ({ query }, context) =>
      runLimited(context.actor.role === role.attorney ? ofAttorney : ofFirm, context, async () =>
        listCallRecords(context.db, context.actor, query),
      ),
    decideCallRecord: async ({ params, body }, context) => ({
      data: await decideCall(context.db, context, { ...body, id: params.id }),
    }),
    acceptCallRecords: async ({ body: { ids, from = '', to = '', attorney } }, context) => ({
      data:
        ids === undefined // then the contract requires days
          ? await runLimited(ofDays, context, async () =>
              acceptCallsOfDays(context.db, context, { from, to, attorney }),
            )
          : await runLimited(acceptances, context, async () =>
              acceptCalls(context.db, context, ids),
            ),
    }),
  });
}

function mergeRoutes(app: FastifyInstance, auth: AuthContext): void {
  const merges = createLimiter({ ...acceptanceLimits, name: 'call merges' });
  registerEndpoints(app, auth, callMergeEndpoints, {
    createCallMerge: async ({ body: { dryRun: isDryRun = false, ...period } }, context) =>
      runLimited(merges, context, async () => {
        const data = await mergeCalls(context.db, context, { ...period, isDryRun });
        return data._id === null ? preview({ data }) : { data };
      }),
    undoCallMerge: async ({ params }, context) => ({
      data: await runLimited(merges, context, async () =>
        undoCallMerge(context.db, context, params.id),
      ),
    }),
  });
}

function setUpRoutes(app: FastifyInstance, auth: AuthContext, sealer: Sealer): void {
  registerEndpoints(app, auth, callSetUpEndpoints, {
    listCallSources: async (_, { db, actor }) =>
      counted(await listCallSources(db, requireFirmScope(actor))),
    replaceCallSources: async ({ body }, context) =>
      counted(await replaceCallSources(context.db, context, { ...body, sealer })),
    listExtensions: async (_, { db, actor }) =>
      counted(await listExtensions(db, requireFirmScope(actor))),
    replaceExtensions: async ({ body }, context) =>
      counted(await replaceExtensions(context.db, context, body.extensions)),
  });
  registerEndpoints(app, auth, privateNumberEndpoints, {
    listPrivateNumbers: async (_, { db, actor }) =>
      counted(await listPrivateNumbers(db, requireFirmScope(actor), actor.userId)),
    deletePrivateNumber: async ({ params }, context) => ({
      data: await deletePrivateNumber(context.db, context, params.id),
    }),
  });
}

/** The fields of a JSON body, or the file itself with the fields of the query. */
function readUpload(
  { query, body }: EndpointArgs<(typeof callImportEndpoints)['createCallImport']>,
  { request, reply }: Pick<Context, 'request' | 'reply'>,
): CallUpload & { dryRun?: boolean | undefined } {
  const signal = clientDisconnectSignal(request, reply);
  if (body) {
    const { fileStream, ...fields } = body;
    return { ...query, ...fields, chunks: splitIntoChunks(fileStream), signal };
  }
  if (!(request.body instanceof Readable)) throw notThisFile(['text/csv']);
  const received = createHash('sha256');
  const chunks = readBody(request.body, request.headers['content-type'], received);
  return { ...query, chunks, received, signal };
}

function counted<T>(data: T[]): { data: T[]; count: number } {
  return { data, count: data.length };
}
