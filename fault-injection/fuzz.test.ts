import { testFuzz } from './support/fuzz-tests.ts';

testFuzz({ requests: 100, values: 100 });
