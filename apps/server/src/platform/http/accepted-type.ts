import type { FastifyRequest } from 'fastify';
import Negotiator from 'negotiator';

/** One parameter of a media range; a quoted value may hold commas and semicolons. */
const parameter = /;\s*([^\s=;,"]+)\s*=\s*(?:"(?:[^"\\]|\\.)*"|[^;,"]*)/g;

/**
 * The offered media type that `Accept` prefers by quality and specificity (RFC 9110, section
 * 12.5.1), and of equal ones the first. Undefined if the client accepts none of them.
 */
export function acceptedType<T extends string>(
  { headers: { accept } }: FastifyRequest,
  offered: readonly T[],
): T | undefined {
  const headers = accept === undefined ? {} : { accept: withoutParameters(accept) };
  const type = new Negotiator({ headers }).mediaType([...offered]);
  return offered.find((each) => each === type);
}

/** Each type has one representation, so a client that names our `charset` accepts it too. */
function withoutParameters(accept: string): string {
  return accept.replaceAll(parameter, (whole, name: string) =>
    name.toLowerCase() === 'q' ? whole : '',
  );
}
