import { payloads, testSearches } from '../test/search-payloads.ts';

testSearches(payloads, 150);
