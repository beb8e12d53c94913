import type { Failure, FailureKind } from '@recoup/contract/operations/endpoints';
import { handOverReason } from '../hand-over/hand-over-reasons.service.ts';
import { mailReason } from '../mail/delivery/mail-reasons.service.ts';
import type { Db } from '../platform/database/connections.ts';
import type { PageQuery } from '../platform/database/pagination-and-search.ts';
import { urlHost } from '../webhooks/webhooks.service.ts';
import { type FailureRow, listFailureRows } from './operations.repository.ts';

/** Failures in all firms that the connection shows. */
export async function listFailures(
  db: Db,
  query: PageQuery & { now: Date },
): Promise<{ data: Failure[]; count: number }> {
  const { rows, count } = await listFailureRows(db, query);
  return { data: rows.map(toFailure), count };
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
