import { testAccessMatrix } from '../access-matrix/matrix-tests.ts';

testAccessMatrix('entries', 9_100);
