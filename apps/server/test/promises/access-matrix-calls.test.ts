import { testAccessMatrix } from '../access-matrix/matrix-tests.ts';

testAccessMatrix('calls', 8_000);
