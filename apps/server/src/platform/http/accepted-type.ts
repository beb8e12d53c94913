import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/**
 * The offered media type that `Accept` prefers by quality and specificity (RFC 9110, section 12.5.1), and of equal ones the first.
 * Undefined if the client accepts none of them.
 */
export function acceptedType<T extends string>(
  { headers }: FastifyRequest,
  offered: readonly T[],
): T | undefined {
  const type = new Negotiator({ headers }).mediaType([...offered]);
  return offered.find((each) => each === type);
}
