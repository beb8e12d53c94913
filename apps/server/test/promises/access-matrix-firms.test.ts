import { testAccessMatrix } from '../access-matrix/matrix-tests.ts';

testAccessMatrix('firms', 7_500);
