import type { FastifyInstance } from 'fastify';
import type { Actor } from '../core/actor.ts';

declare module 'fastify' {
  interface FastifyRequest {
    /** The signed-in user, also when the request is rejected later. */
    actor: Actor | undefined;
    /** The actor was found before the body was there, so the session may have ended since. */
    isBodyLate: boolean;
  }
}

/** All requests have the properties from the start, so that V8 keeps one shape for them. */
export function decorateWithActor(app: FastifyInstance): void {
  app.decorateRequest('actor', undefined);
  app.decorateRequest('isBodyLate', false);
}
