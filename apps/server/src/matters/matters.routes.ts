import { Readable } from 'node:stream';
import { matterCalls } from '@recoup/contract/matters';
import { importCalls } from '@recoup/contract/matters.imports';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { ownFirm } from '../platform/actor.ts';
import { AppError } from '../platform/errors.ts';
import { type FirmLine, firmLine } from '../platform/firm-line.ts';
import { fileReply, type Gate, mount } from '../platform/mount.ts';
import { listImports } from './imports.repository.ts';
import { importMatters, listRefusedRows, previewImport, undoImport } from './imports.ts';
import { readBody } from './intake-body.ts';
import { piecesOf } from './intake-source.ts';
import { listMatters } from './matters.repository.ts';
import { mattersAsCsv } from './matters.service.ts';

export function matterRoutes(app: FastifyInstance, gate: Gate): void {
  const inLine = firmLine('files');
  mount(app, gate, matterCalls, {
    listMatters: async ({ query }, { db, actor, request }) => {
      if (request.headers.accept?.includes('text/csv') !== true) return listMatters(db, ownFirm(actor), query);
      return fileReply({
        type: 'text/csv; charset=utf-8',
        fileName: 'matters.csv',
        content: await mattersAsCsv(db, ownFirm(actor), query),
      });
    },
    upload: async ({ body }, context) => {
      const { fileStream, fileName, mapping, dryRun: isDryRun = false } = body;
      const file = { pieces: piecesOf(fileStream), fileName, mapping, isDryRun };
      return { data: await inLine(context, async (signal) => importMatters(context.db, context, { ...file, signal })) };
    },
  });
  void app.register((files, _, done) => {
    // Only here: every other call goes on refusing what is not JSON.
    files.addContentTypeParser('text/csv', (_request, payload, parsed) => parsed(null, payload));
    importRoutes(files, gate, inLine);
    done();
  });
}

function importRoutes(app: FastifyInstance, gate: Gate, inLine: FirmLine): void {
  mount(app, gate, importCalls, {
    listImports: async ({ query }, { db, actor }) => listImports(db, ownFirm(actor), query),
    createImport: async ({ query }, context) => {
      const file = { ...query, pieces: fileOf(context.request) };
      return { data: await inLine(context, async (signal) => importMatters(context.db, context, { ...file, signal })) };
    },
    previewImport: async ({ query }, context) => {
      const file = { ...query, pieces: fileOf(context.request) };
      return { data: await inLine(context, async (signal) => previewImport(context.db, ownFirm(context.actor), { ...file, signal })) };
    },
    listRefusedRows: async ({ body }, { db, actor }) => ({ data: await listRefusedRows(db, ownFirm(actor), body) }),
    undoImport: async ({ params }, context) => ({ data: await inLine(context, async () => undoImport(context.db, context, params.id)) }),
  });
}

function fileOf(request: FastifyRequest): AsyncIterable<string> {
  if (!(request.body instanceof Readable)) throw new AppError('unsupported_media_type', { message: 'Send the file itself as text/csv.' });
  return readBody(request.body, request.headers['content-type']);
}
