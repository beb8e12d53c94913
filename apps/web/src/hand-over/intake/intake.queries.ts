import { intakeEndpoints, type SavedIntake } from '@recoup/contract/hand-over/intake-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';

export const intakeQuery = queryOptions({
  meta: { unableToGet: 'import on schedule' },
  queryKey: [...queryKeys.handOvers, 'intake'] as const,
  queryFn: async ({ signal }) => (await send(intakeEndpoints.getIntake, {}, { signal })).data,
  staleTime: 0,
});

const shownRuns = 10;

/** The last ten; a run that was asked for ends within some minutes. */
export const intakeRunsQuery = queryOptions({
  meta: { unableToGet: 'runs of the import' },
  queryKey: [...queryKeys.handOvers, 'intake-runs'] as const,
  queryFn: async ({ signal }) => {
    const query = { itemsPerPage: String(shownRuns) };
    return (await send(intakeEndpoints.listIntakeRuns, { query }, { signal })).data;
  },
  staleTime: 0,
  refetchInterval: 20_000,
});

/** Throws `ApiError`, as all of these. */
export async function saveIntake(body: SavedIntake) {
  return (await send(intakeEndpoints.saveIntake, { body })).data;
}

export async function deleteIntake(): Promise<void> {
  await send(intakeEndpoints.deleteIntake, {});
}

export async function testIntake({ server, folder, pattern }: SavedIntake) {
  return (await send(intakeEndpoints.testIntake, { body: { server, folder, pattern } })).data;
}

export async function runIntake() {
  return (await send(intakeEndpoints.runIntake, {})).data;
}
