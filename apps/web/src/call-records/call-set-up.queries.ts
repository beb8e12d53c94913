import {
  callSetUpEndpoints,
  type CallSource,
  type ChangedCallSource,
  type ChangedExtension,
  type Extension,
} from '@recoup/contract/call-records/set-up-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

/** The telephone systems of the firm by name. */
export const callSourcesQuery = queryOptions({
  meta: { unableToGet: 'telephone systems' },
  queryKey: [...queryKeys.callRecords, 'sources'] as const,
  queryFn: async ({ signal }): Promise<CallSource[]> =>
    (await send(callSetUpEndpoints.listCallSources, {}, { signal })).data,
});

/** Which attorney has which extension. */
export const extensionsQuery = queryOptions({
  meta: { unableToGet: 'extensions' },
  queryKey: [...queryKeys.callRecords, 'extensions'] as const,
  queryFn: async ({ signal }): Promise<Extension[]> =>
    (await send(callSetUpEndpoints.listExtensions, {}, { signal })).data,
});

export async function replaceCallSources(sources: ChangedCallSource[]): Promise<CallSource[]> {
  return (await send(callSetUpEndpoints.replaceCallSources, { body: { sources } })).data;
}

export async function replaceExtensions(extensions: ChangedExtension[]): Promise<Extension[]> {
  return (await send(callSetUpEndpoints.replaceExtensions, { body: { extensions } })).data;
}

/** Adds attorneys of extensions to those that are saved now. Throws `ApiError`. */
export async function addExtensions(added: readonly ChangedExtension[]): Promise<void> {
  const { data } = await send(callSetUpEndpoints.listExtensions, {});
  const saved = data.map((each) => ({ ...each, attorney: each.attorney._id }));
  await replaceExtensions(withExtensions(saved, added));
}

/** Without those that are saved already, as after a second try. */
export function withExtensions(
  saved: readonly ChangedExtension[],
  added: readonly ChangedExtension[],
): ChangedExtension[] {
  const isSaved = ({ value, attorney }: ChangedExtension) =>
    saved.some(
      (each) => each.value === value && each.attorney === attorney && !each.from && !each.until,
    );
  return [...saved, ...added.filter((each) => !isSaved(each))];
}
