import { testBrokenDatabase } from './support/broken-database-tests.ts';

testBrokenDatabase('swallows');
