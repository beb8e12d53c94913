import { testAccessMatrix } from '../access-matrix/matrix-tests.ts';

testAccessMatrix('people', 5_800);
