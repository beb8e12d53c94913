import { handOverEndpoints } from '@recoup/contract/hand-over/endpoints';
import { sftpEndpoints } from '@recoup/contract/hand-over/sftp-endpoints';
import { readData } from '../platform/api/read.ts';

export const sftpServersQuery = readData(
  sftpEndpoints.listSftpServers,
  {},
  { what: 'SFTP servers', beginsWithLast: true },
);

export const handOversQuery = readData(
  handOverEndpoints.listHandOvers,
  {},
  { what: 'hand-overs', beginsWithLast: true },
);

/** The last ten; a run is short, and a file is tried again every few minutes. */
export const handOverRunsQuery = readData(
  handOverEndpoints.listHandOverRuns,
  { query: { itemsPerPage: '10' } },
  { what: 'runs of hand-overs', beginsWithLast: true, refetchInterval: 20_000 },
);
