import { testFeesThroughTime } from '../test/fees-through-time.ts';

testFeesThroughTime(1_000);
