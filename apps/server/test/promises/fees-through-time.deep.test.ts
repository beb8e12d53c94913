import { testFeesThroughTime } from '../fees-through-time.ts';

testFeesThroughTime(10_000);
