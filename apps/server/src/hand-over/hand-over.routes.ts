import { handOverEndpoints } from '@recoup/contract/hand-over/endpoints';
import { sftpEndpoints } from '@recoup/contract/hand-over/sftp-endpoints';
import type { FastifyInstance } from 'fastify';
import { requireFirmScope } from '../platform/core/actor.ts';
import { createLimiter, oneTurnPerFirm } from '../platform/core/limiter.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { runLimited } from '../platform/http/run-limited.ts';
import { listRuns } from './runs/runs.repository.ts';
import { sendClosedExport } from './runs/run-hand-over.ts';
import { repeatRun } from './runs/send-run.ts';
import {
  createHandOver,
  deleteHandOver,
  listHandOvers,
  runNow,
  updateHandOver,
} from './schedules/hand-overs.service.ts';
import {
  createSftpServer,
  deleteSftpServer,
  listSftpServers,
  type SftpTools,
  testSftpServer,
  updateSftpServer,
} from './sftp/sftp-servers.service.ts';
import { intakeEndpoints } from '@recoup/contract/hand-over/intake-endpoints';
import { listIntakeRuns } from './intake/intake.repository.ts';
import {
  deleteIntake,
  getIntake,
  requestIntakeRun,
  saveIntake,
  testIntake,
} from './intake/intake.service.ts';

/** A server that says nothing takes a turn for some seconds. */
const testLimits = {
  name: 'tests of connections',
  concurrency: 8,
  maxPerGroup: 1,
  maxEnteredPerGroup: 5,
  maxEnteredPerMember: 3,
  maxWaitMs: 45_000,
};

/** Each checks all lines of an export against its layout. */
const sendingLimits = {
  ...oneTurnPerFirm,
  name: 'exports to hand over',
  concurrency: 2,
  maxEnteredPerGroup: 10,
};

export function handOverRoutes(app: FastifyInstance, auth: AuthContext, tools: SftpTools): void {
  const sending = createLimiter(sendingLimits);
  serverRoutes(app, auth, tools);
  registerEndpoints(app, auth, handOverEndpoints, {
    listHandOvers: async (_, { db, actor }) => {
      const data = await listHandOvers(db, requireFirmScope(actor));
      return { data, count: data.length };
    },
    createHandOver: async ({ body }, context) => ({
      data: await createHandOver(context.db, context, body),
    }),
    updateHandOver: async ({ params, body }, context) => ({
      data: await updateHandOver(context.db, context, { ...body, ...params }),
    }),
    deleteHandOver: async ({ params }, context) => {
      await deleteHandOver(context.db, context, params.id);
      return {};
    },
    runHandOver: async ({ params: { id }, body: { export: exportId } = {} }, context) => ({
      data:
        exportId === undefined
          ? await runNow(context.db, context, id)
          : await runLimited(sending, context, async () =>
              sendClosedExport(context.db, context, { id, exportId }),
            ),
    }),
    listHandOverRuns: async ({ query }, { db, actor }) =>
      listRuns(db, requireFirmScope(actor), query),
    repeatHandOverRun: async ({ params }, context) => ({
      data: await repeatRun(context.db, context, params.id),
    }),
  });
}

function serverRoutes(app: FastifyInstance, auth: AuthContext, tools: SftpTools): void {
  const limiter = createLimiter(testLimits);
  registerEndpoints(app, auth, sftpEndpoints, {
    listSftpServers: async (_, { db, actor }) => {
      const data = await listSftpServers(db, requireFirmScope(actor));
      return { data, count: data.length };
    },
    createSftpServer: async ({ body }, context) => ({
      data: await createSftpServer(context.db, context, { ...body, ...tools }),
    }),
    updateSftpServer: async ({ params, body }, context) => ({
      data: await updateSftpServer(context.db, context, { ...body, ...params, ...tools }),
    }),
    deleteSftpServer: async ({ params }, context) => ({
      data: await deleteSftpServer(context.db, context, params.id),
    }),
    testSftpServer: async ({ params, body }, context) => ({
      data: await runLimited(limiter, context, async () =>
        testSftpServer(context.db, context, { ...body, ...params, ...tools }),
      ),
    }),
  });
}

/** A server that says nothing takes a turn for some seconds. */
const folderTestLimits = {
  name: 'tests of folders',
  concurrency: 4,
  maxPerGroup: 1,
  maxEnteredPerGroup: 5,
  maxEnteredPerMember: 3,
  maxWaitMs: 45_000,
};

export function intakeRoutes(app: FastifyInstance, auth: AuthContext, tools: SftpTools): void {
  const limiter = createLimiter(folderTestLimits);
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
