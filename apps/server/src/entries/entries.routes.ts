import { role } from '@recoup/contract/access';
import { entryCalls } from '@recoup/contract/entries';
import type { FastifyInstance } from 'fastify';
import { type Actor, ownFirm } from '../platform/actor.ts';
import { AppError } from '../platform/errors.ts';
import { type Gate, mount } from '../platform/mount.ts';
import { listEntries } from './entries.repository.ts';
import { recordEntry } from './entries.service.ts';

export function entryRoutes(app: FastifyInstance, gate: Gate): void {
  mount(app, gate, entryCalls, {
    listEntries: async ({ query }, { db, actor }) =>
      listEntries(db, ownFirm(actor), { ...query, attorney: visibleAttorney(actor, query.attorney) }),
    createEntry: async ({ body }, { db, actor, now }) => ({ data: await recordEntry(db, actor, { ...body, now }) }),
  });
}

/** An attorney sees own entries alone; naming somebody else is answered as if there were nobody. */
function visibleAttorney(actor: Actor, named: string | undefined): string | undefined {
  if (actor.role !== role.attorney) return named;
  if (named !== undefined && named !== actor.userId) throw new AppError('not_found');
  return actor.userId;
}
