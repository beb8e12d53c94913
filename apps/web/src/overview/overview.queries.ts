import { overviewEndpoints } from '@recoup/contract/overview/endpoints';
import { readData } from '../platform/api/read.ts';

/** Also of the first page and the menu, which do not wait for the queries of the page Overview. */
export const overviewQuery = readData(overviewEndpoints.getOverview, {}, { what: 'the overview' });

/** A minute, for parts that no list of it stands in: the server reads all open entries for it. */
export const overviewStaleMs = 60_000;
