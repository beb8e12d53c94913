import { can } from '@recoup/contract/core/access';
import { errorTexts } from '@recoup/contract/core/error-texts';
import { id as idField } from '@recoup/contract/core/fields';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { AuditContext } from '../../platform/core/actor.ts';
import { AppError, notFound } from '../../platform/core/app-error.ts';
import { limiterMember } from '../../platform/core/limiter.ts';
import { type Db, withScope } from '../../platform/database/connections.ts';
import type { AfterResponse } from '../../platform/http/after-response.ts';
import { takeJson } from '../../platform/http/bodies/json-bodies.ts';
import { sendError } from '../../platform/http/error-handler.ts';
import { type AuthContext, findActor } from '../../platform/http/register-endpoints.ts';
import { clientAddress, clientAgent } from '../../platform/security/client-address.ts';
import type { SmsSender } from '../../sms/sms.service.ts';
import {
  changeProvisioned,
  getProvisioned,
  listProvisioned,
  provisionUser,
} from './provisioning.service.ts';
import {
  errorResource,
  listResource,
  parseFilter,
  parsePage,
  parsePatch,
  parseResource,
  type PersonChange,
  scimType,
  userResource,
  usersPath,
} from './scim-format.ts';

type ScimOptions = { publicUrl: string; sms: SmsSender; background: AfterResponse };
type Scim = AuditContext & { db: Db; request: FastifyRequest; reply: FastifyReply };

/** Users of SCIM 2.0 (RFC 7643, 7644), as Entra and Okta call them with a key of a firm. */
export function scimRoutes(app: FastifyInstance, auth: AuthContext, options: ScimOptions): void {
  void app.register((scim, _, done) => {
    // Directories name a type without a body, too.
    scim.removeContentTypeParser('application/json');
    for (const type of [scimType, 'application/json']) takeJson(scim, { type, mayBeEmpty: true });
    scim.setErrorHandler((error: Error, request, reply) => sendScimError(error, request, reply));
    scim.addHook('onRequest', async (request) => {
      request.actor = await requireProvisioner(auth, request);
    });
    addUsers(scim, auth, options);
    done();
  });
}

type Route = (
  method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE',
  url: string,
  handle: (of: Scim) => Promise<FastifyReply>,
) => void;

function addUsers(scim: FastifyInstance, auth: AuthContext, options: ScimOptions): void {
  const route: Route = (method, url, handle) =>
    void scim.route({
      method,
      url,
      handler: async (request, reply) => handle(scimContext(auth, request, reply)),
    });
  addList(route, options);
  const ofUser = `${usersPath}/:id`;
  route('GET', ofUser, async (of) => {
    const row = await getProvisioned(of.db, of, idIn(of.request));
    return sendScim(of.reply, 200, userResource(row, options.publicUrl));
  });
  route('PUT', ofUser, async (of) =>
    sendScim(of.reply, 200, await change(of, options, parseResource(of.request.body))),
  );
  route('PATCH', ofUser, async (of) =>
    sendScim(of.reply, 200, await change(of, options, parsePatch(of.request.body))),
  );
  route('DELETE', ofUser, async (of) => {
    await change(of, options, { isActive: false });
    return of.reply.code(204).send();
  });
}

function addList(route: Route, { publicUrl }: ScimOptions): void {
  route('GET', usersPath, async (of) => {
    const query = of.request.query as Record<string, unknown>; // as Fastify parses it
    const page = parsePage(query);
    const listing = { filter: parseFilter(query.filter), ...page };
    const { rows, total } = await listProvisioned(of.db, of, listing);
    const resources = rows.map((row) => userResource(row, publicUrl));
    return sendScim(of.reply, 200, listResource(resources, { ...page, count: total }));
  });
  route('POST', usersPath, async (of) => {
    const { row, isNew } = await provisionUser(of.db, of, parseResource(of.request.body));
    return sendScim(of.reply, isNew ? 201 : 200, userResource(row, publicUrl));
  });
}

/** The SMS leaves after the response. */
async function change(of: Scim, options: ScimOptions, fields: PersonChange): Promise<object> {
  const { address, now, reply, request } = of;
  const changed = { id: idIn(request), change: fields };
  const { row, sms } = await changeProvisioned(of.db, of, changed);
  if (sms !== undefined)
    options.background.afterReply(reply.raw, async () =>
      options.sms.send({ ...sms, address, now, log: request.log }),
    );
  return userResource(row, options.publicUrl);
}

/** Throws `unauthenticated`, `forbidden`. */
async function requireProvisioner(auth: AuthContext, request: FastifyRequest) {
  const actor = await findActor(auth, request);
  const verdict = can(actor, 'users:provision');
  if (verdict === 'allowed' && actor) return actor;
  const message = 'Please send an API key of Recoup that works, with the scope provision.';
  throw new AppError(actor ? 'forbidden' : 'unauthenticated', { message });
}

function scimContext(auth: AuthContext, request: FastifyRequest, reply: FastifyReply): Scim {
  const { actor } = request;
  if (!actor) throw new AppError('unauthenticated');
  return {
    db: withScope(auth.db, actor.scope, limiterMember(actor)),
    actor,
    address: clientAddress(request),
    agent: clientAgent(request),
    requestId: request.id,
    now: auth.clock.now(),
    request,
    reply,
  };
}

/** An id of another form is as unknown as one that does not exist. */
function idIn({ params }: FastifyRequest): string {
  const { id } = params as { id: string }; // as the path has it
  const parsed = idField.safeParse(id);
  if (!parsed.success) throw notFound('user');
  return parsed.data;
}

function sendScim(reply: FastifyReply, status: number, body: object): FastifyReply {
  return reply.code(status).type(`${scimType}; charset=utf-8`).send(JSON.stringify(body));
}

/** As every error is answered, in the shape of SCIM. */
function sendScimError(thrown: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  return sendError(thrown, request, reply, ({ code, message, details }, status) => {
    if (status === 401) void reply.header('www-authenticate', 'Bearer realm="Recoup"');
    const detail = status >= 500 ? errorTexts[code] : message;
    const isTaken = status === 409 && details.fields !== undefined;
    const kind = isTaken ? 'uniqueness' : { 400: 'invalidValue' }[status];
    return { type: `${scimType}; charset=utf-8`, body: errorResource(status, detail, kind) };
  });
}
