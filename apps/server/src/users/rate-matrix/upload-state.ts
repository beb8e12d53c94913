import { createHash } from 'node:crypto';
import { nothingSaved } from '@recoup/contract/call-fees/messages';
import { AppError } from '../../platform/core/app-error.ts';
import type { ChangedCell } from './compare-matrix.ts';

/** A hash of what the file changes: the fees before and after, and the day on which they end. */
export function uploadState(changed: readonly ChangedCell[]): string {
  const hash = createHash('sha256');
  for (const { row, attorney, type, fees, before, next } of changed)
    hash.update(JSON.stringify([row, attorney.id, type.id, fees, before, next]));
  return hash.digest('base64url');
}

/**
 * Throws `changed_meanwhile` when the file changes other fees than in its preview. A file that
 * changes nothing overwrites nothing: it is sent again after a lost answer.
 */
export function requireState(changed: readonly ChangedCell[], expected: string | undefined): void {
  if (expected === undefined || changed.length === 0 || expected === uploadState(changed)) return;
  throw new AppError('changed_meanwhile', {
    message: `The call fees have changed since the preview. ${nothingSaved.makePreview}`,
  });
}
