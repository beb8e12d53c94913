import type { FastifyInstance } from 'fastify';
import type { Actor } from '../core/actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, also when the request is rejected later. */
    actor: Actor | undefined;
  }
}

/** All requests have the property from the start, so that V8 keeps one shape for them. */
export function decorateWithActor(app: FastifyInstance): void {
  app.decorateRequest('actor', undefined);
}
