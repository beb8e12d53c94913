import { exportLimits, type FileKind } from '@recoup/contract/exports/files';
import { AppError } from '../../platform/core/app-error.ts';

/** Throws `too_large`, also for an export in progress. */
export function assertWithinLimits(
  size: { rowCount: number; byteCount: number },
  kind: FileKind | 'json',
): void {
  if (kind === 'json') {
    if (size.byteCount <= exportLimits.jsonBytes) return;
    const max = exportLimits.jsonBytes / 1_000_000;
    const message =
      `These disbursements make more than ${max} MB, the limit for JSON. ` +
      'Ask for text/csv, or for a shorter period.';
    throw new AppError('too_large', { message });
  }
  const max = exportLimits.rows[kind];
  if (size.rowCount <= max) return;
  const message = `These are more than ${max} rows, the limit for ${kind.toUpperCase()}.`;
  throw new AppError('too_large', { message: `${message} Choose CSV, or a shorter period.` });
}
