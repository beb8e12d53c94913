import type { CountExceptions } from '../../exports/closings.service.ts';
import type { FirmScope } from '../../platform/core/actor.ts';
import { AppError } from '../../platform/core/app-error.ts';
import type { Db } from '../../platform/database/connections.ts';

/** Why a run closes nothing, in words for the firm admin. */
export class RefusedRunError extends Error {}

export type Outcome = { state: 'empty' | 'skipped' | 'failed'; message: string };

type RunContext = {
  db: Db;
  firm: FirmScope;
  upTo: string;
  now: Date;
  countExceptions: CountExceptions;
};

/**
 * The outcome of a run that closed nothing. Throws an error that is an outage: the next check runs
 * it again.
 */
export async function outcomeFromError(error: unknown, asked: RunContext): Promise<Outcome> {
  if (error instanceof RefusedRunError) return { state: 'failed', message: error.message };
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'nothing_to_export')
    return { state: 'empty', message: 'There was nothing to export.' };
  if (error.code === 'exceptions_open') return skipped(asked);
  if (!refusals.some((code) => code === error.code)) throw error;
  return { state: 'failed', message: refusalText(error) };
}

/** Error codes of layouts, files and mails; the rest is an outage. */
const refusals = [
  'layout_incomplete',
  'rows_refused',
  'too_large',
  'not_found',
  'too_many_requests',
];

async function skipped({ db, firm, upTo, now, countExceptions }: RunContext): Promise<Outcome> {
  const { block } = await countExceptions(db, firm, { to: upTo, now, isBlockingOnly: true });
  const what = block === 1 ? 'One blocking exception is' : `${block} blocking exceptions are`;
  return {
    state: 'skipped',
    message: `${what} open. Please correct or accept them, then run the hand-over again.`,
  };
}

function refusalText({ message, details }: AppError): string {
  const [row] = details.rows ?? [];
  const [field] = Object.values(details.fields ?? {});
  const first = row?.message ?? field;
  const all = first === undefined || first === message ? message : `${message} ${first}`;
  return all.slice(0, 500);
}
