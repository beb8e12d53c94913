import { ApiError } from '../platform/api/api-error.ts';

/** The settings that the layout of a posting file lacks, with what to enter; else undefined. */
export function missingSettings(error: Error | null): Readonly<Record<string, string>> | undefined {
  const isIncomplete = error instanceof ApiError && error.code === 'layout_incomplete';
  return isIncomplete ? error.fields : undefined;
}
