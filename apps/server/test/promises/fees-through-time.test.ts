import { testFeesThroughTime } from '../fees-through-time.ts';

testFeesThroughTime(1_000);
