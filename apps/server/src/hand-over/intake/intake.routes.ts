import { intakeEndpoints } from '@recoup/contract/hand-over/intake-endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../../platform/core/actor.ts';
import { createLimiter } from '../../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { runLimited } from '../../platform/http/run-limited.ts';
import type { SftpTools } from '../sftp/sftp-servers.service.ts';
import { listIntakeRuns } from './intake.repository.ts';
import {
  deleteIntake,
  getIntake,
  requestIntakeRun,
  saveIntake,
  testIntake,
} from './intake.service.ts';

/** A server that says nothing takes a turn for some seconds. */
const testLimits = {
  name: 'tests of folders',
  concurrency: 4,
  maxPerGroup: 1,
  maxEnteredPerGroup: 5,
  maxEnteredPerMember: 3,
  maxWaitMs: 45_000,
};

export function intakeRoutes(app: FastifyInstance, auth: AuthContext, tools: SftpTools): void {
  const limiter = createLimiter(testLimits);
  registerEndpoints(app, auth, intakeEndpoints, {
    getIntake: async (_, { db, actor }) => ({ data: await getIntake(db, requireFirmScope(actor)) }),
    saveIntake: async ({ body }, context) => ({
      data: await saveIntake(context.db, context, body),
    }),
    deleteIntake: async (_, context) => ({ data: await deleteIntake(context.db, context) }),
    testIntake: async ({ body }, context) => ({
      data: await runLimited(limiter, context, async () =>
        testIntake(context.db, requireFirmScope(context.actor), { ...body, ...tools }),
      ),
    }),
    runIntake: async (_, context) => ({ data: await requestIntakeRun(context.db, context) }),
    listIntakeRuns: async ({ query }, { db, actor }) =>
      listIntakeRuns(db, requireFirmScope(actor), query),
  });
}
