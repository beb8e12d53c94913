import {
  callSetUpEndpoints,
  type ChangedExtension,
} from '@recoup/contract/call-records/set-up-endpoints';
import { send } from '../platform/api/api-client.ts';
import { readData, type Subject } from '../platform/api/read.ts';

/** Changed with systems, extensions and imports: the menu shows calls once a firm has one. */
export const callSubjects: readonly Subject[] = ['call-records', 'account'];

/** The telephone systems of the firm by name. */
export const callSourcesQuery = readData(
  callSetUpEndpoints.listCallSources,
  {},
  { what: 'telephone systems' },
);

/** Which attorney has which extension. */
export const extensionsQuery = readData(
  callSetUpEndpoints.listExtensions,
  {},
  { what: 'extensions' },
);

/** Adds attorneys of extensions to those that are saved now. Throws `ApiError`. */
export async function addExtensions(added: readonly ChangedExtension[]): Promise<void> {
  const { data } = await send(callSetUpEndpoints.listExtensions, {});
  const saved = data.map((each) => ({ ...each, attorney: each.attorney._id }));
  const body = { extensions: withExtensions(saved, added) };
  await send(callSetUpEndpoints.replaceExtensions, { body });
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
