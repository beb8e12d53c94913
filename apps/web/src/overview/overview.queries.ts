import { overviewEndpoints } from '@recoup/contract/overview/endpoints';
import { readData } from '../platform/api/read.ts';

/** Also of the first page and the menu, which do not wait for the queries of the page Overview. */
export const overviewQuery = readData(
  overviewEndpoints.getOverview,
  {},
  { what: 'the overview', beginsWithLast: true },
);

/** A minute, for the menu and for whether there are entries: the server reads all open ones. */
export const overviewStaleMs = 60_000;
