import { testFeesThroughTime } from '../test/fees-through-time.ts';

testFeesThroughTime(10_000);
