import {
  type Failure,
  type FailureKind,
  failureKinds,
  operationsEndpoints,
} from '@recoup/contract/operations/endpoints';
import type { FastifyInstance } from 'fastify';
import { handOverReason } from '../hand-over/hand-over-reasons.service.ts';
import { mailReason } from '../mail/delivery/mail-reasons.service.ts';
import type { Db } from '../platform/database/connections.ts';
import type { PageQuery } from '../platform/database/pagination-and-search.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { urlHost } from '../webhooks/webhooks.service.ts';
import { countFailureRows, type FailureRow, listFailureRows } from './operations.repository.ts';

export function operationsRoutes(app: FastifyInstance, auth: AuthContext): void {
  registerEndpoints(app, auth, operationsEndpoints, {
    listFailures: async ({ query }, { db, now }) => listFailures(db, { ...query, now }),
  });
}

/** Failures in all firms that the connection shows. */
async function listFailures(
  db: Db,
  query: PageQuery & { now: Date },
): Promise<{ data: Failure[]; count: number }> {
  const { rows, count } = await listFailureRows(db, query);
  return { data: rows.map(toFailure), count };
}

/** The number of lines of each kind, for the metrics. */
export async function countFailures(db: Db, now: Date): Promise<ReadonlyMap<string, number>> {
  const rows = await countFailureRows(db, now);
  return new Map([
    ...failureKinds.map((kind) => [kind, 0] as const),
    ...rows.map(({ kind, count }) => [kind, count] as const),
  ]);
}

function toFailure(row: FailureRow): Failure {
  const { firmId, firmName, kind, since, tries } = row;
  return {
    firm: firmId === null ? null : { _id: firmId, name: firmName ?? '' },
    kind,
    ...descriptions[kind](row),
    since: since.toISOString(),
    tries,
  };
}

type Describe = (row: FailureRow) => Pick<Failure, 'what' | 'reason'>;

const asStored: Describe = ({ what, detail }) => ({ what, reason: detail ?? '' });

const notRun = 'It was due and has not run. The log of the server says why.';

const asRun: Describe = ({ what, detail }) => ({
  what,
  reason: detail === null ? notRun : handOverReason(detail),
});

/**
 * Names what fails, and why. A stored message may repeat a server's answer, a path or a person's
 * address, so each kind passes on its own known sentences alone.
 */
const descriptions: Readonly<Record<FailureKind, Describe>> = {
  'hand-over': asRun,
  intake: asRun,
  webhook: ({ what, detail }) => ({ what: urlHost(what), reason: detail ?? '' }),
  mail: ({ what, detail }) => ({
    what: what === '1' ? '1 mail waits' : `${what} mails wait`,
    reason: mailReason(detail ?? ''),
  }),
  sms: ({ detail }) => ({ what: 'gateway', reason: detail ?? '' }),
  pull: ({ what, detail }) => ({ what, reason: detail ?? notRun }),
  'sign-on': ({ what, detail }) => ({ what: urlHost(what), reason: detail ?? '' }),
  backup: asStored,
  rehearsal: asStored,
};
