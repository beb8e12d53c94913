import { exportCalls } from '@recoup/contract/exports';
import type { FastifyInstance } from 'fastify';
import { fileReply, type Gate, mount } from '../platform/mount.ts';
import { downloadPeriod } from './exports.service.ts';

export function exportRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, exportCalls, {
    download: async ({ query }, { db, actor, now, request }) => {
      const file = await downloadPeriod(db, actor, { ...query, now });
      if (request.headers.accept?.includes('text/csv') === true) {
        return fileReply({ type: 'text/csv; charset=utf-8', fileName: file.fileName, content: file.fileContent });
      }
      return { data: file };
    },
  });
}
