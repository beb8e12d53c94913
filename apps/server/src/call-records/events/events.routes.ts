import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import { can, role } from '@recoup/contract/core/access';
import { callEventEndpoints, eventRates } from '@recoup/contract/call-records/event-endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { keyPrefix } from '@recoup/contract/api-keys/endpoints';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import {
  type AuditContext,
  createAllFirmsScope,
  createFirmScope,
  requireFirmScope,
} from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/app-error.ts';
import { createLimiter, type LimiterSlot, oneTurnPerFirm } from '../../platform/core/limiter.ts';
import { type Db, withScope } from '../../platform/database/connections.ts';
import type { Handlers } from '../../platform/http/endpoint-handlers.ts';
import { clientDisconnectSignal, runLimited } from '../../platform/http/run-limited.ts';
import { type AuthContext, registerEndpoints } from '../../platform/http/register-endpoints.ts';
import { fileReply } from '../../platform/http/replies/replies.ts';
import { recordAudit } from '../../platform/security/audit-log.repository.ts';
import type { Sealer } from '../../platform/security/sealing.ts';
import { readEventItems } from './event-items.ts';
import {
  addLimitedCalls,
  findLatestCall,
  findSendingSource,
  listCallEvents,
  type SendingSource,
  updateSecret,
} from './events.repository.ts';
import type { GraphAddresses } from '../pulls/graph.ts';
import { pullCalls } from '../pulls/pull-calls.service.ts';
import { takeCallEvents, testCallEvents } from './take-events.service.ts';
import { eventsUrl, threeCxTemplate } from './three-cx-template.ts';

const uuid = /^[\da-f]{8}-(?:[\da-f]{4}-){3}[\da-f]{12}$/i;
const formType = 'application/x-www-form-urlencoded';
/**
 * Requests of a firm come one by one: each compares its calls with those that are there. As many
 * may wait as the rates allow, with a call each.
 */
const limits = {
  ...oneTurnPerFirm,
  name: 'calls of telephone systems',
  concurrency: 3,
  maxEnteredPerGroup: eventRates.ofFirm,
  maxEnteredPerMember: eventRates.ofSource,
};
/** Bodies of all requests that wait. */
const mostHeldBytes = 128 * 1024 * 1024;

/**
 * Calls as they end. A telephone system signs in by a key of the firm with the scope `capture`, or
 * by the secret of its source, and sends what its maker decided: the body is read here.
 */
export function callEventRoutes(app: FastifyInstance, auth: AuthContext, options: Options): void {
  const { sealer, publicUrl } = options;
  registerEndpoints(app, auth, callEventEndpoints, {
    getCallArrivals: async (_, { db, actor }) => {
      const attorney = actor.role === role.attorney ? actor.userId : undefined;
      const latest = await findLatestCall(db, requireFirmScope(actor), attorney);
      return { data: { latest: latest?.id ?? null, seconds: latest?.seconds ?? null } };
    },
    listCallEvents: async ({ params }, { db, actor }) => {
      const found = await listCallEvents(db, requireFirmScope(actor), params.id);
      if (!found) throw notFound('telephone system');
      return found;
    },
    makeCallSourceSecret: async ({ params }, { db, ...by }) => ({
      data: { secret: await makeSecret(db, by, { id: params.id, sealer }) },
    }),
    getCallSourceTemplate: async ({ params: { id } }, { db, actor }) => {
      const source = await findSendingSource(db, { id, firm: requireFirmScope(actor) });
      if (source?.system !== '3cx') throw notFound('3CX');
      return fileReply({
        type: 'application/xml; charset=utf-8',
        fileName: 'recoup-3cx.xml',
        content: threeCxTemplate(eventsUrl(publicUrl, source.id)),
      });
    },
    pullCalls: createPull(auth, options),
    testCallEvents: async ({ params: { id }, body: { body } }, context) => {
      const { db, actor, now } = context;
      const source = await findSendingSource(db, { id, firm: requireFirmScope(actor) });
      if (!source) throw notFound('telephone system');
      const contentType = body.startsWith('cdr=') ? formType : '';
      const signal = clientDisconnectSignal(context.request, context.reply);
      return { data: await testCallEvents(db, source, { body, contentType, signal, now }) };
    },
  });
  routeEvents(app, auth, sealer);
}

type Options = { sealer: Sealer; publicUrl: string; graph: GraphAddresses };

function createPull(
  { db, clock }: AuthContext,
  { sealer, graph }: Options,
): Handlers<typeof callEventEndpoints>['pullCalls'] {
  const limiter = createLimiter({ ...oneTurnPerFirm, name: 'pulls of calls', concurrency: 3 });
  return async ({ params: { id: sourceId } }, context) => {
    const firm = requireFirmScope(context.actor);
    const signal = clientDisconnectSignal(context.request, context.reply);
    const data = await runLimited(limiter, context, async () =>
      pullCalls({ db, clock, sealer, graph, log: context.log }, firm, { sourceId, signal }),
    );
    return { data };
  };
}

function routeEvents(app: FastifyInstance, auth: AuthContext, sealer: Sealer): void {
  const enterTurn = createTurns();
  void app.register((scope, _, done) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, parsed) =>
      parsed(null, body),
    );
    const senders = new WeakMap<FastifyRequest, Sender>();
    scope.post<{ Params: { source: string } }>(
      `${apiRoot}/call-events/:source`,
      {
        bodyLimit: 1024 * 1024,
        // Before the body: strangers could hold a megabyte each.
        onRequest: async (request) =>
          void senders.set(request, await requireSender(auth, request, sealer)),
      },
      async (request, reply) => {
        const body = Buffer.isBuffer(request.body) ? request.body : Buffer.alloc(0);
        const source = requireSigned(senders.get(request), body);
        const firm = withScope(auth.db, createFirmScope(source.firmId), 'keys');
        const contentType = request.headers['content-type'] ?? '';
        const slot = await enterTurn(firm, source, { body, contentType, now: auth.clock.now() });
        try {
          const signal = clientDisconnectSignal(request, reply);
          const sent = { body, contentType, signal, now: auth.clock.now() };
          const data = await takeCallEvents(firm, source, sent);
          return await reply.code(202).send({ data });
        } finally {
          slot.release();
        }
      },
    );
    done();
  });
}

type Waiting = { body: Buffer; contentType: string; now: Date };

/** Waits for the turn of a request. Counts its calls if it gets none, and throws. */
function createTurns() {
  const limiter = createLimiter(limits);
  let heldBytes = 0;
  return async (db: Db, source: SendingSource, { body, contentType, now }: Waiting) => {
    let slot: LimiterSlot | undefined;
    heldBytes += body.length;
    try {
      if (heldBytes > mostHeldBytes) throw new AppError('unavailable', { retryAfterSeconds: 5 });
      slot = limiter.enter({ group: source.firmId, member: source.id });
      await slot.acquire();
      return slot;
    } catch (error) {
      slot?.release();
      const calls = readEventItems(body.toString('utf8'), contentType).length;
      await addLimitedCalls(db, createFirmScope(source.firmId), { id: source.id, calls, now });
      throw error;
    } finally {
      heldBytes -= body.length;
    }
  };
}

/** `signed`: what the signature of the body must be made with, and the one that was sent. */
type Sender = { source: SendingSource; signed?: { secret: string; signature: string } };

/**
 * Reads no body, so a signature is only there. Throws `unauthenticated`, the same for a wrong
 * secret and for a source that is not there.
 */
async function requireSender(
  auth: AuthContext,
  request: FastifyRequest<{ Params: { source: string } }>,
  sealer: Sealer,
): Promise<Sender> {
  const id = request.params.source;
  const everywhere = withScope(auth.db, createAllFirmsScope());
  const source = uuid.test(id) ? await findSendingSource(everywhere, { id }) : undefined;
  const key = sentKey(request);
  if (key !== undefined) return { source: await requireSourceKey(auth, source, key) };
  const secret = source && openSecret(source, sealer);
  if (!source || secret === undefined) throw unknownSender();
  const password = basicPassword(request);
  if (password !== undefined && isSame(password, secret)) return { source };
  const signature = request.headers['x-signature'];
  if (password !== undefined || typeof signature !== 'string') throw unknownSender();
  return { source, signed: { secret, signature } };
}

/** Throws `unauthenticated` for a wrong signature. */
function requireSigned(sender: Sender | undefined, body: Buffer): SendingSource {
  if (!sender) throw unknownSender();
  const { source, signed } = sender;
  if (!signed) return source;
  const expected = createHmac('sha256', signed.secret).update(body).digest('base64');
  if (!isSame(signed.signature, expected)) throw unknownSender();
  return source;
}

function unknownSender(): AppError {
  return new AppError('unauthenticated', {
    message:
      'Please send an API key with the scope capture as Authorization: Bearer, or sign the ' +
      'request with the secret of the telephone system.',
  });
}

async function requireSourceKey(
  auth: AuthContext,
  source: SendingSource | undefined,
  key: string,
): Promise<SendingSource> {
  const actor = await auth.authenticate(key, { now: auth.clock.now() });
  const verdict = can(actor, 'call-records:write');
  if (verdict !== 'allowed' || !actor?.key)
    throw new AppError(verdict === 'allowed' ? 'unauthenticated' : verdict, {
      message: 'This API key does not work, or was not made with the scope capture.',
    });
  if (source?.firmId !== actor.scope.firmId || !source) throw notFound('telephone system');
  return source;
}

/** An API key, as a bearer or as the password of any user. */
function sentKey(request: FastifyRequest): string | undefined {
  const bearer = /^Bearer (\S{20,200})$/i.exec(request.headers.authorization ?? '')?.[1];
  const sent = bearer ?? basicPassword(request);
  return sent?.startsWith(keyPrefix) === true ? sent : undefined;
}

function basicPassword({ headers }: FastifyRequest): string | undefined {
  const encoded = /^Basic ([\w+/=-]{1,400})$/i.exec(headers.authorization ?? '')?.[1];
  const decoded = Buffer.from(encoded ?? '', 'base64').toString('utf8');
  const end = decoded.indexOf(':');
  return end < 0 ? undefined : decoded.slice(end + 1);
}

function openSecret({ firmId, id, sealedSecret }: SendingSource, sealer: Sealer) {
  return sealedSecret ? sealer.open([firmId, id], sealedSecret) : undefined;
}

function isSame(sent: string, expected: string): boolean {
  const [one, other] = [Buffer.from(sent), Buffer.from(expected)];
  return one.length === other.length && timingSafeEqual(one, other);
}

/**
 * Makes the secret of a source, which is shown once; the one of before works no more. Throws
 * `not_found`, and `conflict` where the installation has no key outside of the database.
 */
async function makeSecret(
  db: Db,
  by: AuditContext,
  { id, sealer }: { id: string; sealer: Sealer },
): Promise<string> {
  const firm = requireFirmScope(by.actor);
  const secret = randomBytes(24).toString('base64url');
  const sealedSecret = sealer.seal([firm.firmId, id], secret);
  await db.transaction().execute(async (trx) => {
    const name = await updateSecret(trx, firm, { id, sealedSecret, now: by.now });
    if (name === undefined) throw notFound('telephone system');
    const details = { name };
    await recordAudit(trx, by, { action: 'call-source.secret-made', subjectId: id, details });
  });
  return secret;
}
