import { testAccessMatrix } from '../test/access-matrix/matrix-tests.ts';

testAccessMatrix('people', 5_800);
