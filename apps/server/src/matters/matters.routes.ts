import { Readable } from 'node:stream';
import { matterEndpoints } from '@recoup/contract/matters/endpoints';
import { importEndpoints } from '@recoup/contract/matters/import-endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { recordListExport } from '../platform/security/audit-events.ts';
import { acceptedType } from '../platform/http/accepted-type.ts';
import { requireFirmScope } from '../platform/core/actor.ts';
import { notThisFile } from '../platform/http/bodies/body-memory-budget.ts';
import { clientDisconnectSignal, runLimited } from '../platform/http/run-limited.ts';
import type { Context } from '../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { fileReply } from '../platform/http/replies/replies.ts';
import { createLimiter, type Limiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { listImports } from './import/imports.repository.ts';
import {
  importMatters,
  listRejectedRows,
  previewImport,
  undoImport,
} from './import/imports.service.ts';
import { listImportWords, saveImportWord } from './import/import-words.service.ts';
import { readBody } from '../platform/csv/upload-stream.ts';
import { splitIntoChunks } from '../platform/csv/text-chunks.ts';
import { listMatters, updateMatter } from './caps.service.ts';
import { mattersAsCsv } from './matters.service.ts';

/** Each import uses a database connection; the rest of the pool is for other requests. */
const limits = { ...oneTurnPerFirm, name: 'files', concurrency: 2 };

export function matterRoutes(app: FastifyInstance, auth: AuthContext): void {
  const limiter = createLimiter(limits);
  registerEndpoints(app, { ...auth, bodyLimiter: limiter }, matterEndpoints, {
    listMatters: async ({ query }, context) => {
      const { db, actor, request } = context;
      if (acceptedType(request, ['application/json', 'text/csv']) !== 'text/csv')
        return listMatters(db, requireFirmScope(actor), query);
      const firm = requireFirmScope(actor);
      const { count } = await listMatters(db, firm, { ...query, page: 1, itemsPerPage: 1 });
      await recordListExport(db, context, { list: 'matters', filter: query, count });
      return fileReply({
        type: 'text/csv; charset=utf-8',
        fileName: 'matters.csv',
        content: await mattersAsCsv(db, firm, query),
      });
    },
    updateMatter: async ({ params, body }, context) => ({
      data: await updateMatter(context.db, context, { ...body, id: params.id }),
    }),
    upload: async ({ body }, context) => {
      const { fileStream, fileName, mapping, dryRun: isDryRun = false } = body;
      const file = {
        chunks: splitIntoChunks(fileStream),
        fileName,
        mapping,
        isDryRun,
        signal: disconnectSignal(context),
      };
      return { data: await importMatters(context.db, context, file) };
    },
  });
  importRoutes(app, auth, limiter);
}

function importRoutes(app: FastifyInstance, auth: AuthContext, limiter: Limiter): void {
  registerEndpoints(app, { ...auth, bodyLimiter: limiter }, importEndpoints, {
    listImports: async ({ query }, { db, actor }) =>
      listImports(db, requireFirmScope(actor), query),
    createImport: async ({ query }, context) => {
      const file = {
        ...query,
        chunks: readFileBody(context.request),
        signal: disconnectSignal(context),
      };
      return { data: await importMatters(context.db, context, file) };
    },
    previewImport: async ({ query }, context) => {
      const file = {
        ...query,
        chunks: readFileBody(context.request),
        signal: disconnectSignal(context),
      };
      return { data: await previewImport(context.db, requireFirmScope(context.actor), file) };
    },
    listRefusedRows: async ({ body }, { db, actor }) => ({
      data: await listRejectedRows(db, requireFirmScope(actor), body),
    }),
    listImportWords: async (_, { db, actor }) => listImportWords(db, requireFirmScope(actor)),
    saveImportWord: async ({ body }, context) => saveImportWord(context.db, context, body),
    undoImport: async ({ params }, context) => ({
      data: await runLimited(limiter, context, async () =>
        undoImport(context.db, context, params.id),
      ),
    }),
  });
}

function disconnectSignal({ request, reply }: Pick<Context, 'request' | 'reply'>): AbortSignal {
  return clientDisconnectSignal(request, reply);
}

function readFileBody(request: FastifyRequest): AsyncIterable<string> {
  if (!(request.body instanceof Readable)) throw notThisFile(['text/csv']);
  return readBody(request.body, request.headers['content-type']);
}
