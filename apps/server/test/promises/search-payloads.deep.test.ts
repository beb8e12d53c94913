import { payloads, testSearches } from '../search-payloads.ts';

testSearches(payloads, 150);
