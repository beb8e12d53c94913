import { testFuzz } from './support/fuzz-tests.ts';

testFuzz({ requests: 1_000, values: 2_000 });
