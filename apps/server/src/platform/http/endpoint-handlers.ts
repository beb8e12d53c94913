import type { OpenAction } from '@recoup/contract/core/access';
import type {
  Endpoint,
  EndpointArgs,
  EndpointPreview,
  EndpointReply,
} from '@recoup/contract/core/endpoint';
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from 'fastify';
import type { Actor } from '../core/actor.ts';
import type { Db } from '../database/connections.ts';
import type { FileReply, Preview } from './replies/replies.ts';

/** The second argument of each handler. */
export type Context = {
  /** Without sign-in, and for the system administrator, the rows of all firms. */
  db: Db;
  now: Date;
  log: FastifyBaseLogger;
  requestId: string;
  /** The client's address. */
  address: string;
  /** The browser, as it names itself. */
  agent: string | undefined;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Re-checks the authorization after a wait. */
  reauthorize: () => Promise<void>;
};

type WithActor<C extends Endpoint> = C['may'] extends OpenAction ? unknown : { actor: Actor };
type Answer<C extends Endpoint> =
  | EndpointReply<C>
  | Preview<EndpointPreview<C>>
  | (C extends { produces: readonly string[] } ? FileReply : never);
export type Handler<C extends Endpoint> = (
  args: EndpointArgs<C>,
  context: Context & WithActor<C>,
) => Promise<Answer<C>>;
export type Handlers<Endpoints extends Record<string, Endpoint>> = {
  readonly [K in keyof Endpoints]: Handler<Endpoints[K]>;
};
