import type { RejectedRow } from '@recoup/contract/core/errors';
import { ApiError } from './api-error.ts';

/** `refused` counts all rows with errors; `rows` holds the first of them. */
export type Rejection = { rows: readonly RejectedRow[]; refused: number };

/** Prefers the import's own errors to those of the preview. */
export function rejectionFrom(
  error: Error | null,
  shown: { refusedRows: readonly RejectedRow[]; refused: number } | undefined,
): Rejection {
  if (error instanceof ApiError && error.rows.length > 0) return error;
  return { rows: shown?.refusedRows ?? [], refused: shown?.refused ?? 0 };
}
