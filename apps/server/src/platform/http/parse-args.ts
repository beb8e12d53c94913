import { Readable } from 'node:stream';
import type { Endpoint } from '@recoup/contract/core/endpoint';
import type { FastifyRequest } from 'fastify';
import { z } from 'zod';
import { fromZodError } from '../core/app-error.ts';
import { plainMessage } from './plain-message.ts';

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
