import { toRandTotal } from '@recoup/contract/core/money';
import { type AuditContext, requireFirmScope } from '../platform/core/actor.ts';
import { AppError } from '../platform/core/app-error.ts';
import type { Db } from '../platform/database/connections.ts';
import { recordEvent } from '../webhooks/events.service.ts';
import type { Period } from './snapshot/lines.repository.ts';

/** Exceptions keep a closing from being done. */
export class BlockedClosingError extends AppError {
  readonly exceptions: number;

  constructor(exceptions: number) {
    super('exceptions_open');
    this.exceptions = exceptions;
  }
}

type Closed = Period & {
  id: string;
  number: number;
  rowCount: number;
  sumCents: bigint;
  override: { exceptions: number } | null;
};

export function closedEvent({ id, number, from, to, ...run }: Closed) {
  const { rowCount: entries, sumCents, override } = run;
  const exceptions = override?.exceptions ?? 0;
  const sum = toRandTotal(sumCents);
  return {
    type: 'export.closed',
    data: { export: id, number, from: from ?? null, to: to ?? null, entries, sum, exceptions },
  } as const;
}

/** Runs a closing. If it is blocked, webhooks get the event, and the error is thrown on. */
export async function withBlockedEvent<T>(
  db: Db,
  by: AuditContext,
  { from, to }: Period,
  close: () => Promise<T>,
): Promise<T> {
  try {
    return await close();
  } catch (error) {
    if (!(error instanceof BlockedClosingError)) throw error;
    const event = {
      type: 'exceptions.blocking',
      data: { from: from ?? null, to: to ?? null, exceptions: error.exceptions },
    } as const;
    await db
      .transaction()
      .execute(async (trx) =>
        recordEvent(trx, requireFirmScope(by.actor), { ...event, isDaily: true, now: by.now }),
      );
    throw error;
  }
}
