import type { FastifyRequest } from 'fastify';

const maxCharacters = 300;

/** The browser, as it names itself: printable ASCII of at most 300 characters. */
export function clientAgent({ headers }: Pick<FastifyRequest, 'headers'>): string | undefined {
  const agent = headers['user-agent']?.replaceAll(/[^\x20-\x7e]/g, '').trim();
  return agent === undefined || agent === '' ? undefined : agent.slice(0, maxCharacters);
}
