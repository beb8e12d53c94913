import { testAccessMatrix } from '../test/access-matrix/matrix-tests.ts';

testAccessMatrix('firms', 7_500);
