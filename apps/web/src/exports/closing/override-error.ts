import { exportReason } from '@recoup/contract/exports/endpoints';

/** Why the reason does not do; undefined for a good one. */
export function overrideError(reason: string): string | undefined {
  if (reason.trim() === '') return 'Enter a reason.';
  return exportReason.safeParse(reason).error?.issues[0]?.message;
}
