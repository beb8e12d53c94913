import type { FastifyInstance } from 'fastify';
import { type Clock, hours } from '../core/clock.ts';

const path = '/.well-known/security.txt';

/** RFC 9116: `contact` is the mailbox of the operator, which a person reads (MAIL_FROM). */
export function securityTextRoute(
  app: FastifyInstance,
  { contact, publicUrl, clock }: { contact: string; publicUrl: string; clock: Clock },
): void {
  app.get(path, { exposeHeadRoute: true }, async (_, reply) => {
    // By the day, so that the text is the same for all who read it.
    const day = new Date(clock.now().getTime() + hours(24 * 180)).toISOString().slice(0, 10);
    return reply
      .type('text/plain; charset=utf-8')
      .send(
        [
          `Contact: mailto:${contact}`,
          `Expires: ${day}T00:00:00Z`,
          'Preferred-Languages: en',
          `Canonical: ${new URL(path, publicUrl).href}`,
          '',
        ].join('\n'),
      );
  });
}
