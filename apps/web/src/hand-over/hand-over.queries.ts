import { handOverEndpoints, type SavedHandOver } from '@recoup/contract/hand-over/endpoints';
import {
  type ChangedSftpServer,
  type NewSftpServer,
  sftpEndpoints,
} from '@recoup/contract/hand-over/sftp-endpoints';
import { queryOptions } from '@tanstack/react-query';
import { send } from '../platform/api/api-client.ts';
import { queryKeys } from '../platform/api/query-keys.ts';

export const sftpServersQuery = queryOptions({
  meta: { unableToGet: 'SFTP servers' },
  queryKey: [...queryKeys.handOvers, 'servers'] as const,
  queryFn: async ({ signal }) => (await send(sftpEndpoints.listSftpServers, {}, { signal })).data,
  staleTime: 0,
});

export const handOversQuery = queryOptions({
  meta: { unableToGet: 'hand-overs' },
  queryKey: [...queryKeys.handOvers, 'schedules'] as const,
  queryFn: async ({ signal }) => (await send(handOverEndpoints.listHandOvers, {}, { signal })).data,
  staleTime: 0,
});

const shownRuns = 10;

/** The last ten; a run is short, and a file is tried again every few minutes. */
export const handOverRunsQuery = queryOptions({
  meta: { unableToGet: 'runs of hand-overs' },
  queryKey: [...queryKeys.handOvers, 'runs'] as const,
  queryFn: async ({ signal }) => {
    const query = { itemsPerPage: String(shownRuns) };
    return (await send(handOverEndpoints.listHandOverRuns, { query }, { signal })).data;
  },
  staleTime: 0,
  refetchInterval: 20_000,
});

/** Runs of an export: one at most, since an export is closed once. */
export function runsOfExportQuery(exportId: string) {
  return queryOptions({
    meta: { unableToGet: 'hand-over of the export' },
    queryKey: [...queryKeys.handOvers, 'of-export', exportId] as const,
    queryFn: async ({ signal }) => {
      const query = { export: exportId };
      return (await send(handOverEndpoints.listHandOverRuns, { query }, { signal })).data;
    },
    staleTime: 0,
  });
}

/** Throws `ApiError`, as all of these. */
export async function createSftpServer(body: NewSftpServer) {
  return (await send(sftpEndpoints.createSftpServer, { body })).data;
}

export async function updateSftpServer(id: string, body: ChangedSftpServer) {
  return (await send(sftpEndpoints.updateSftpServer, { params: { id }, body })).data;
}

export async function deleteSftpServer(id: string): Promise<void> {
  await send(sftpEndpoints.deleteSftpServer, { params: { id } });
}

/** With a host key, it is confirmed. */
export async function testSftpServer(id: string, hostKey: string | undefined) {
  const body = hostKey === undefined ? {} : { hostKey };
  return (await send(sftpEndpoints.testSftpServer, { params: { id }, body })).data;
}

export async function saveHandOver(id: string | undefined, body: SavedHandOver) {
  if (id === undefined) return (await send(handOverEndpoints.createHandOver, { body })).data;
  return (await send(handOverEndpoints.updateHandOver, { params: { id }, body })).data;
}

export async function deleteHandOver(id: string): Promise<void> {
  await send(handOverEndpoints.deleteHandOver, { params: { id } });
}

export async function runHandOver(id: string) {
  return (await send(handOverEndpoints.runHandOver, { params: { id } })).data;
}

export async function repeatRun(id: string) {
  return (await send(handOverEndpoints.repeatHandOverRun, { params: { id } })).data;
}
