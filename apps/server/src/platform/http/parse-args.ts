import { Readable } from 'node:stream';
import type { Endpoint } from '@recoup/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fromZodError } from '../core/app-error.ts';

const emptyObject = z.strictObject({});

/** The one place of validation; handlers trust the types. */
export function parseArgs(endpoint: Endpoint, request: FastifyRequest): Record<string, unknown> {
  return {
    ...(endpoint.params !== undefined && { params: parse(endpoint.params, request.params) }),
    query: parse(endpoint.query ?? emptyObject, request.query),
    // The handler reads a streamed file.
    ...(!isFile(endpoint, request) && {
      body: parse(endpoint.body ?? emptyObject, bodyWithId(endpoint, request)),
    }),
  };
}

function isFile({ takes, body }: Endpoint, request: FastifyRequest): boolean {
  return takes !== undefined && (body === undefined || request.body instanceof Readable);
}

/** The pages send the client's id as a header: the specification lists the fields of the body. */
function bodyWithId(endpoint: Endpoint, { body = {}, headers }: FastifyRequest): unknown {
  const key = headers['idempotency-key'];
  const isWithoutId = typeof body === 'object' && body !== null && !('_id' in body);
  return endpoint.idempotencyKey && key !== undefined && isWithoutId ? { ...body, _id: key } : body;
}

/** Throws `invalid_input`. */
export function parse(schema: z.ZodType, value: unknown): unknown {
  const result = schema.safeParse(value, { error: plainMessage });
  if (!result.success) throw fromZodError(result.error);
  return result.data;
}

/** The sentence for a wrong value whose field in the contract has none of its own. */
function plainMessage(issue: z.core.$ZodRawIssue): string {
  if (issue.code === 'invalid_type')
    return issue.input === undefined
      ? 'This field is required.'
      : (kinds.get(issue.expected) ?? other);
  if (issue.code === 'too_big')
    return `Must not be more than ${grouped(issue.maximum)}${unitText(issue)}.`;
  if (issue.code === 'too_small')
    return `Must be at least ${grouped(issue.minimum)}${unitText(issue)}.`;
  return other;
}

const other = 'Is not valid.';

const kinds: ReadonlyMap<string, string> = new Map([
  ['string', 'Must be text.'],
  ['number', 'Must be a number.'],
  ['int', 'Must be a whole number.'],
  ['boolean', 'Must be true or false.'],
  ['array', 'Must be a list.'],
  ['object', 'Must be an object.'],
]);

function unitText({ origin }: { origin: string }): string {
  if (origin === 'string') return ' characters long';
  return origin === 'array' ? ' items' : '';
}

/** As money is written: `20 000`. */
function grouped(bound: number | bigint): string {
  return String(bound).replaceAll(/\B(?=(?:\d{3})+$)/g, ' ');
}
