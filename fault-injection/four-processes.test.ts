import { testManyClients, openFourProcesses } from './support/four-processes-tests.ts';

testManyClients(openFourProcesses(), { posts: 8, operations: 60 });
