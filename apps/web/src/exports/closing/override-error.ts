import { exportEndpoints } from '@recoup/contract/exports/endpoints';

/** Why the reason does not do; undefined for a good one. */
export function overrideError(reason: string): string | undefined {
  if (reason.trim() === '') return 'Enter a reason.';
  return override.safeParse(reason).error?.issues[0]?.message;
}

const { override } = exportEndpoints.createExport.body.shape;
