import type { Webhook as Listed, WebhookDelivery } from '@recoup/contract/webhooks/endpoints';
import { chosenEventTypes } from '@recoup/contract/webhooks/events';
import { afterAll, beforeAll, beforeEach, expect } from 'vitest';
import { systemClock } from '../src/platform/core/clock.ts';
import { createEgress } from '../src/platform/egress/egress.ts';
import { type JobHandlers, startJobs } from '../src/platform/jobs/worker.ts';
import { createSealer } from '../src/platform/security/sealing.ts';
import { queueMail } from '../src/mail/delivery/outbox.service.ts';
import { type DeliveryOptions, webhookJobs } from '../src/webhooks/delivery/deliver-webhook.ts';
import { type TestApp, useApp } from './app.ts';
import { testSecretKey } from './secret-key.ts';
import { createServer, type RequestListener } from 'node:http';
import { portOf } from './raw-http.ts';

type Request = { path: string; headers: Record<string, string>; body: string };

type Receiver = {
  url: string;
  /** Those that have come in whole. */
  requests: Request[];
  /** How it answers from now on. */
  answer(listener: RequestListener): void;
  close(): Promise<void>;
};

/** A receiver of webhooks on the loopback address, which answers 200. */
async function startReceiver(): Promise<Receiver> {
  const requests: Request[] = [];
  const good: RequestListener = (_, response) => void response.end();
  const state = { listener: good };
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      const headers = Object.fromEntries(
        Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
      );
      requests.push({ path: request.url ?? '', headers, body: Buffer.concat(parts).toString() });
      state.listener(request, response);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${portOf(server)}`,
    requests,
    answer: (listener) => void (state.listener = listener),
    close: () => {
      server.closeAllConnections();
      return new Promise((resolve) => server.close(() => resolve()));
    },
  };
}

const localEgress = createEgress({ allow: '127.0.0.0/8' });

/** A firm with an admin, a receiver on this machine, and the worker that sends to it. */
export function useWebhooks() {
  const test = useApp({ egressAllow: '127.0.0.0/8' });
  const state: { receiver?: Receiver } = {};
  const token = { admin: '', firmId: '', domain: '' };
  const receiver = (): Receiver => state.receiver as Receiver; // set before all tests

  beforeAll(async () => {
    state.receiver = await startReceiver();
  });
  beforeEach(async () => {
    test.clock.set(systemClock.now());
    await test.pool.query('delete from graphile_worker._private_jobs');
    receiver().requests.length = 0;
    receiver().answer((_, response) => void response.end());
    const firm = await test.aFirm();
    token.firmId = firm.id;
    token.domain = firm.domain;
    token.admin = await test.signInAdmin({ firm });
  });
  afterAll(async () => receiver().close());
  return { test, token, receiver, ...callsOf(test, token), ...workerOf(test) };
}

function callsOf(test: TestApp, token: { admin: string }) {
  const call = async (what: string, body?: object) =>
    test.call(what, { token: token.admin, ...(body && { body }) });
  const added = async <T>(what: string, body?: object): Promise<T> => {
    const reply = await call(what, body);
    expect(reply).toAnswer(201);
    return reply.json<{ data: T }>().data;
  };
  const add = async (url: string, events: readonly string[] = chosenEventTypes) =>
    added<{ _id: string; secret: string }>('POST /webhooks', { url, events });
  /** Later than any delivery before. */
  const tryOut = async (id: string): Promise<WebhookDelivery> => {
    test.clock.advance(1);
    return added(`POST /webhooks/${id}/tests`);
  };
  const list = async (): Promise<Listed[]> =>
    (await call('GET /webhooks')).json<{ data: Listed[] }>().data;
  const deliveries = async (id: string): Promise<WebhookDelivery[]> => {
    const reply = await call(`GET /webhooks/${id}/deliveries`);
    return reply.json<{ data: WebhookDelivery[] }>().data;
  };
  /** Of each delivery, the latest first: state, tries and status. */
  const states = async (id: string): Promise<string[]> =>
    (await deliveries(id)).map(({ state, tries, status }) => [state, tries, status].join(' '));
  return { call, add, tryOut, list, deliveries, states };
}

function workerOf(test: TestApp) {
  const handlers = (input: Partial<DeliveryOptions> = {}): JobHandlers =>
    webhookJobs({
      db: test.db,
      log: { warn: () => {} },
      clock: systemClock,
      publicUrl: 'http://recoup.test',
      egress: localEgress,
      sealer: createSealer(testSecretKey, 'webhooks'),
      queueMail,
      ...input,
    });
  /** Runs the worker until the work has ended. */
  const delivering = async (
    work: () => Promise<void>,
    { concurrency = 20, ...value }: Partial<DeliveryOptions> & { concurrency?: number } = {},
  ): Promise<void> => {
    const log = { warn: () => {} };
    const jobs = await startJobs({ pool: test.pool, handlers: handlers(value), concurrency, log });
    try {
      await work();
    } finally {
      await jobs.stop();
    }
  };
  /** The next try of each waiting delivery is due. */
  const hurry = async (): Promise<void> => {
    await test.pool.query(
      'update graphile_worker._private_jobs set run_at = now() where locked_at is null',
    );
  };
  return { handlers, delivering, hurry };
}
