import { matterCalls } from '@recoup/contract/matters';
import type { FastifyInstance } from 'fastify';
import { ownFirm } from '../platform/actor.ts';
import { type Gate, mount } from '../platform/mount.ts';
import { listMatters } from './matters.repository.ts';
import { importMatters } from './matters.service.ts';

export function matterRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, matterCalls, {
    listMatters: async ({ query }, { db, actor }) => listMatters(db, ownFirm(actor), query),
    upload: async ({ body }, { db, actor, now }) => {
      const { fileStream: text, fileName, mapping, dryRun: isDryRun = false } = body;
      const data = await importMatters(db, ownFirm(actor), { text, fileName, mapping, isDryRun, userId: actor.userId, now });
      return { data };
    },
  });
}
