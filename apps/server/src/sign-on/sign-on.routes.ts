import { signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { providerName } from '@recoup/contract/sign-on/settings';
import { emailDomain } from '@recoup/contract/core/email-field';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { openBrowser, readDeviceCookie } from '../platform/http/device-cookie.ts';
import type { Client } from '../account/session/known-places.service.ts';
import { newToken } from '../account/session/sessions.service.ts';
import type { AskFactor } from '../account/sign-in/second-step.service.ts';
import { createAllFirmsScope, requireFirmScope } from '../platform/core/actor.ts';
import { AppError, conflict, notFound } from '../platform/core/app-error.ts';
import { minutes } from '../platform/core/clock.ts';
import { type Db, withScope } from '../platform/database/connections.ts';
import type { Context, Handlers } from '../platform/http/endpoint-handlers.ts';
import { type AuthContext, registerEndpoints } from '../platform/http/register-endpoints.ts';
import { isLoopback, parseHostname } from '../platform/security/allowed-hosts.ts';
import {
  clientAddress,
  clientAgent,
  rateLimitNetwork,
} from '../platform/security/client-address.ts';
import { consumeLimit } from '../platform/security/rate-limits.repository.ts';
import { findTestResult, type Purpose } from './flows.repository.ts';
import { beginFlow, completeFlow, failed, type FlowTools, signInMs } from './flows.service.ts';
import {
  deleteIdentity,
  getOwnIdentity,
  listOwnIdentities,
  requireMayLink,
} from './identities.service.ts';
import { ProviderError } from './provider.ts';
import { sharedCallbackPath } from './settings.service.ts';
import { findSignOn, findSignOnByDomain } from './sign-ons.repository.ts';
import { logonWithTicket } from './tickets.service.ts';

type SignOnOptions = FlowTools & { askFactor: AskFactor; isSecure: boolean };

const startPath = '/core/api/sign-on/start';

export function signOnRoutes(app: FastifyInstance, auth: AuthContext, options: SignOnOptions) {
  registerEndpoints(app, auth, signOnEndpoints, {
    ...signInHandlers(options),
    ...identityHandlers(options),
  });
  const everywhere = withScope(auth.db, createAllFirmsScope());
  const clientFrom = (request: FastifyRequest): Client => ({
    address: clientAddress(request),
    agent: clientAgent(request),
    requestId: request.id,
    now: auth.clock.now(),
    log: request.log,
  });
  // Both are opened by the browser itself, and lead it on.
  app.get(startPath, async (request, reply) => {
    const to = await start(everywhere, clientFrom(request), { ...options, request, reply });
    return reply.header('cache-control', 'no-store').redirect(to, 302);
  });
  for (const path of [sharedCallbackPath, `${sharedCallbackPath}/:firmId`])
    app.get(path, async (request, reply) => {
      const to = await answerCallback(everywhere, clientFrom(request), { ...options, request });
      return reply.header('cache-control', 'no-store').redirect(to, 302);
    });
}

type SignOnHandlers = Handlers<typeof signOnEndpoints>;

function signInHandlers(
  options: SignOnOptions,
): Pick<SignOnHandlers, 'findSignOn' | 'logonWithTicket'> {
  const { publicUrl, isSecure, askFactor } = options;
  return {
    findSignOn: async ({ query: { email } }, { db, request }) => {
      const domain = emailDomain(email);
      const signOn = await findSignOnByDomain(db, domain);
      if (signOn === undefined) return { data: null };
      const own = ownAddress(request, publicUrl);
      const url = `${own}${startPath}?domain=${encodeURIComponent(domain)}`;
      return { data: { url, provider: providerName(signOn.issuer) } };
    },
    logonWithTicket: async ({ body: { ticket } }, { db, reply, request, ...by }) => {
      const client = { ...by, device: readDeviceCookie(request, isSecure) };
      const browser = ticketBrowser(request, isSecure);
      const signIn = await logonWithTicket(db, client, { ticket, browser, askFactor });
      return openBrowser(reply, signIn, isSecure);
    },
  };
}

function identityHandlers(
  options: SignOnOptions,
): Omit<SignOnHandlers, 'findSignOn' | 'logonWithTicket'> {
  return {
    listIdentities: async (_, { db, actor, now }) => listOwnIdentities(db, actor, now),
    createIdentity: async ({ body: { returnTo, password } }, context) => {
      const { issuer } = await getSignOn(context);
      await requireMayLink(context.db, context, { issuer, password });
      return begin(context, options, { purpose: 'link', returnTo });
    },
    deleteIdentity: async ({ params: { id }, body }, { db, ...by }) => {
      await deleteIdentity(db, by, { id, password: body?.password });
      return {};
    },
    confirmAtProvider: async ({ body: { returnTo } }, context) => {
      await getOwnIdentity(context.db, context, (await getSignOn(context)).issuer);
      return begin(context, options, { purpose: 'confirm', returnTo });
    },
    createSignOnTest: async ({ body: { returnTo } }, context) =>
      begin(context, options, { purpose: 'test', returnTo }),
    getSignOnTest: async ({ params: { id } }, { db, actor, now }) => {
      const { userId } = actor;
      const result = await findTestResult(db, requireFirmScope(actor), { id, userId, now });
      if (result === undefined) throw notFound('test');
      return { data: result };
    },
  };
}

type UserContext = Context & { actor: NonNullable<FastifyRequest['actor']> };

async function getSignOn({ db, actor }: UserContext) {
  const signOn = await findSignOn(db, requireFirmScope(actor));
  if (signOn === undefined) throw conflict('Your firm has no single sign-on.');
  return signOn;
}

/** Begins what a signed-in user does at the provider. Throws `conflict`, `too_many_requests`. */
async function begin(
  context: UserContext,
  options: SignOnOptions,
  { purpose, returnTo }: { purpose: Purpose; returnTo: string | undefined },
): Promise<{ data: { url: string } }> {
  const { db, actor, now, request, reply } = context;
  const signOn = await getSignOn(context);
  const { userId, sessionId } = actor;
  const limit = { key: `sign-on of ${userId}`, max: 60, windowMs: minutes(15), now };
  const retryAfterMs = await consumeLimit(db, limit);
  if (retryAfterMs > 0)
    throw new AppError('too_many_requests', { retryAfterSeconds: Math.ceil(retryAfterMs / 1000) });
  try {
    const { url } = await beginFlow(
      db,
      { ...options, publicUrl: ownAddress(request, options.publicUrl), now },
      {
        signOn,
        purpose,
        browser: browserToken(request, reply, options.isSecure),
        address: clientAddress(request),
        returnTo: ownPath(returnTo),
        user: { userId, sessionId },
      },
    );
    return { data: { url } };
  } catch (error) {
    throw error instanceof ProviderError ? conflict(error.message) : error;
  }
}

const startQuery = z.object({
  domain: z.string().max(253).toLowerCase(),
  returnTo: z.string().max(500).optional().catch(undefined),
});

type Visit = SignOnOptions & { request: FastifyRequest };

async function start(
  db: Db,
  client: Client,
  { request, reply, ...options }: Visit & { reply: FastifyReply },
): Promise<string> {
  const { now, address } = client;
  const key = `sign-on:${rateLimitNetwork(address)}`;
  const limit = { key, max: 300, windowMs: minutes(15), now };
  if ((await consumeLimit(db, limit)) > 0) return failed(client, undefined, 'busy');
  const site = request.headers['sec-fetch-site'];
  // A page of others must not begin a sign-in at a provider of its choice.
  if (site !== undefined && site !== 'same-origin' && site !== 'none')
    return failed(client, undefined, 'elsewhere');
  const query = startQuery.safeParse(request.query);
  const signOn = query.success ? await findSignOnByDomain(db, query.data.domain) : undefined;
  if (signOn === undefined) return failed(client, undefined, 'off');
  const invitation = takeInvitation(request, reply, options.isSecure);
  try {
    const { url } = await beginFlow(
      db,
      { ...options, publicUrl: ownAddress(request, options.publicUrl), now },
      {
        signOn,
        purpose: 'sign-in',
        browser: browserToken(request, reply, options.isSecure),
        address,
        returnTo: ownPath(query.data?.returnTo),
        user: { userId: null, sessionId: null },
        // It belongs to the page that began, not to a link that is opened a moment later.
        invitation: site === 'none' ? undefined : invitation,
      },
    );
    return url;
  } catch (error) {
    return failed(client, undefined, failureFrom(error));
  }
}

const callbackQuery = z.object({ state: z.string().max(200) });

async function answerCallback(
  db: Db,
  client: Client,
  { request, ...options }: Visit,
): Promise<string> {
  const query = callbackQuery.safeParse(request.query);
  const { pathname, search } = new URL(request.url, options.publicUrl);
  const own = ownAddress(request, options.publicUrl);
  try {
    return await completeFlow(db, client, options, {
      state: query.data?.state ?? '',
      url: new URL(`${own}${pathname}${search}`),
      browser: readBrowserToken(request, options.isSecure),
    });
  } catch (error) {
    return failed(client, undefined, failureFrom(error));
  }
}

/** Throws what is no failure of the provider. */
function failureFrom(error: unknown) {
  if (error instanceof ProviderError) return error.failure;
  if (!(error instanceof AppError)) throw error;
  if (error.code === 'too_many_requests' || error.code === 'unavailable') return 'busy';
  if (error.code === 'conflict') return 'unreachable';
  throw error;
}

/**
 * The address to which the provider leads back. On this machine it is that of the browser, since
 * the port may be any that is free.
 */
function ownAddress({ headers: { host = '' } }: FastifyRequest, publicUrl: string): string {
  const { hostname, protocol } = new URL(publicUrl);
  const isHere = [hostname, parseHostname(host) ?? ''].every((name) => isLoopback(name));
  return isHere ? `${protocol}//${host}` : publicUrl;
}

/** The path of a page; that of any other address is the first page. */
function ownPath(returnTo = '/'): string {
  const base = 'http://recoup.invalid';
  const isPath = /^\/(?![/\\])[^\\\s#]*$/.test(returnTo) && URL.canParse(returnTo, base);
  if (!isPath) return '/';
  const { origin, pathname, search } = new URL(returnTo, base);
  return origin === base && !pathname.startsWith('//') ? pathname + search : '/';
}

/** Binds a sign-in to the browser that began it; one cookie serves all tabs. */
function browserToken(request: FastifyRequest, reply: FastifyReply, isSecure: boolean): string {
  const token = readBrowserToken(request, isSecure) ?? newToken();
  void reply.setCookie(cookieName('recoup-sign-on', isSecure), token, {
    path: '/',
    httpOnly: true,
    // The provider's page leads back across sites.
    sameSite: 'lax',
    secure: isSecure,
    maxAge: signInMs / 1000,
  });
  return token;
}

function readBrowserToken(request: FastifyRequest, isSecure: boolean): string | undefined {
  return readToken(request, cookieName('recoup-sign-on', isSecure));
}

/** The secret of an invitation, which the page leaves here: addresses stand in logs of proxies. */
function takeInvitation(
  request: FastifyRequest,
  reply: FastifyReply,
  isSecure: boolean,
): string | undefined {
  const name = cookieName('recoup-invitation', isSecure);
  const secret = readToken(request, name);
  if (secret !== undefined)
    void reply.clearCookie(name, { path: '/', secure: isSecure, sameSite: 'strict' });
  return secret;
}

function readToken({ cookies }: FastifyRequest, name: string): string | undefined {
  const token = cookies[name];
  return token !== undefined && /^[\w-]{43}$/.test(token) ? token : undefined;
}

/** A link could bring a browser the ticket of a stranger. Browsers alone name an origin. */
function ticketBrowser(request: FastifyRequest, isSecure: boolean): string | undefined {
  const { origin, 'sec-fetch-site': site } = request.headers;
  const isBrowser = origin !== undefined || site !== undefined;
  return readBrowserToken(request, isSecure) ?? (isBrowser ? '' : undefined);
}

/** Behind TLS no neighbouring host can set it. */
function cookieName(name: string, isSecure: boolean): string {
  return isSecure ? `__Host-${name}` : name;
}
