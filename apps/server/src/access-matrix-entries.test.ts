import { testAccessMatrix } from '../test/access-matrix/matrix-tests.ts';

testAccessMatrix('entries', 9_100);
