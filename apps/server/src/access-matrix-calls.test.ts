import { testAccessMatrix } from '../test/access-matrix/matrix-tests.ts';

testAccessMatrix('calls', 8_000);
