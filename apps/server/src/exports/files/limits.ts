import { exportLimits, type FileKind } from '@recoup/contract/exports/files';
import { AppError } from '../../platform/core/app-error.ts';

/** Throws `too_large`, also for an export in progress. */
export function assertWithinLimits(
  size: { rowCount: number; byteCount: number },
  kind: FileKind | 'json',
): void {
  if (kind === 'json') {
    if (size.byteCount <= exportLimits.jsonBytes) return;
    const most = exportLimits.jsonBytes / 1_000_000;
    const message = `These disbursements make more than ${most} MB, where the JSON form ends. Ask for text/csv, or for a shorter period.`;
    throw new AppError('too_large', { message });
  }
  const most = exportLimits.rows[kind];
  if (size.rowCount <= most) return;
  const message = `These are more than ${most} rows, where ${kind.toUpperCase()} ends. Choose CSV, or a shorter period.`;
  throw new AppError('too_large', { message });
}
