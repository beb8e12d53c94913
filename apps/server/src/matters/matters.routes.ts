import { Readable } from 'node:stream';
import { matterCalls } from '@recoup/contract/matters';
import { importCalls } from '@recoup/contract/matters.imports';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { ownFirm } from '../platform/actor.ts';
import { AppError } from '../platform/errors.ts';
import { fileReply, type Gate, mount } from '../platform/mount.ts';
import { listImports } from './imports.repository.ts';
import { importMatters, listRefusedRows, previewImport, undoImport } from './imports.ts';
import { readBody } from './intake-body.ts';
import { piecesOf } from './intake-source.ts';
import { listMatters } from './matters.repository.ts';
import { mattersAsCsv } from './matters.service.ts';

export function matterRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, matterCalls, {
    listMatters: async ({ query }, { db, actor, request }) => {
      if (request.headers.accept?.includes('text/csv') !== true) return listMatters(db, ownFirm(actor), query);
      return fileReply({ type: 'text/csv; charset=utf-8', fileName: 'matters.csv', content: mattersAsCsv(db, ownFirm(actor), query) });
    },
    upload: async ({ body }, context) => {
      const signal = waitForLongWork(context);
      const { fileStream, fileName, mapping, dryRun: isDryRun = false } = body;
      return { data: await importMatters(context.db, context, { pieces: piecesOf(fileStream), fileName, mapping, isDryRun, signal }) };
    },
  });
  void app.register((files, _, done) => {
    // Only here: every other call goes on refusing what is not JSON.
    files.addContentTypeParser('text/csv', (_request, payload, parsed) => parsed(null, payload));
    importRoutes(files, gate);
    done();
  });
}

function importRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, importCalls, {
    listImports: async ({ query }, { db, actor }) => listImports(db, ownFirm(actor), query),
    createImport: async ({ query }, context) => {
      const signal = waitForLongWork(context);
      return { data: await importMatters(context.db, context, { ...query, signal, pieces: fileOf(context.request) }) };
    },
    previewImport: async ({ query }, context) => {
      const signal = waitForLongWork(context);
      return { data: await previewImport(context.db, ownFirm(context.actor), { ...query, signal, pieces: fileOf(context.request) }) };
    },
    listRefusedRows: async ({ body }, { db, actor }) => ({ data: await listRefusedRows(db, ownFirm(actor), body) }),
    undoImport: async ({ params }, context) => {
      waitForLongWork(context);
      return { data: await undoImport(context.db, context, params.id) };
    },
  });
}

function fileOf(request: FastifyRequest): AsyncIterable<string> {
  if (!(request.body instanceof Readable)) throw new AppError('unsupported_media_type', { message: 'Send the file itself as text/csv.' });
  return readBody(request.body, request.headers['content-type']);
}

/**
 * A connection on which nothing moves is closed after a minute, but a million rows take longer than that.
 * The signal says that nobody waits for the answer any more: who cancels an upload must not find it taken in.
 */
function waitForLongWork({ request, reply }: { request: FastifyRequest; reply: FastifyReply }): AbortSignal {
  request.raw.socket?.setTimeout?.(15 * 60_000);
  const gone = new AbortController();
  reply.raw.once('close', () => {
    if (!reply.raw.writableFinished) gone.abort();
  });
  return gone.signal;
}
