import type { z } from 'zod';
import type { Action } from './access.ts';
import type { ErrorCode } from './errors.ts';

/**
 * An endpoint is one value: the server's route, the browser's client, the OpenAPI document and the
 * tests are made from it. `path` is relative to `apiRoot`; `replies` names the good status and the
 * schema of the reply; 202 says that a job does the work. An endpoint that answers 201 or 202 may
 * have a 200 too: the reply of a dry run, or of a repetition.
 */
export type Endpoint = {
  method: 'GET' | 'POST' | 'PUT' | 'DELETE';
  path: `/${string}`;
  may: Action;
  summary: string;
  params?: z.ZodObject;
  query?: z.ZodObject;
  body?: z.ZodType;
  /** The header Idempotency-Key is the `_id` of a body that has none. */
  idempotencyKey?: boolean;
  replies: { readonly [status in GoodStatus]?: z.ZodType };
  /** Media types of the reply beside JSON, when `Accept` asks for them. */
  produces?: readonly string[];
  /** The body is a file of one of these media types, streamed, instead of JSON. */
  takes?: readonly string[];
  /** With much data the answer takes minutes; clients wait for it that long. */
  takesMinutes?: boolean;
  /** The page polls it by itself: it does not keep a session open that nobody uses. */
  isPolled?: boolean;
  /** A GET that records a file that it has made, and does so although its client has left. */
  outlivesClient?: boolean;
  /** Error codes beyond those of every endpoint (see `errors.ts`). */
  errors?: readonly ErrorCode[];
  /** Largest body in bytes; the server's default when absent. */
  bodyLimit?: number;
  /**
   * Most opening brackets, colons and commas of a JSON body outside of its strings; the server's
   * default of 1,000 when absent.
   */
  bodyParts?: number;
};

type GoodStatus = 200 | 201 | 202;

export const apiRoot = '/core/api';

/** An endpoint as a room writes it: `call` is method and path. */
type Definition = Omit<Endpoint, 'method' | 'path'> & {
  call: `${Endpoint['method']} ${Endpoint['path']}`;
};
type Defined<D extends Definition> = Omit<D, 'call'> &
  (D['call'] extends `${infer M extends Endpoint['method']} ${infer P extends Endpoint['path']}`
    ? { readonly method: M; readonly path: P }
    : never);

/** Keeps the literal types of the definitions. */
export function defineEndpoints<const D extends Record<string, Definition>>(definitions: D) {
  const endpoints = Object.entries(definitions).map(([name, { call, ...rest }]) => {
    const [method, path] = call.split(' ');
    return [name, { method, path, ...rest }];
  });
  // `fromEntries` forgets which name has which value.
  return Object.fromEntries(endpoints) as { readonly [Name in keyof D]: Defined<D[Name]> };
}

type Part<C, K extends string, IO extends 'in' | 'out'> =
  C extends Record<K, infer S extends z.ZodType>
    ? { readonly [P in K]: IO extends 'in' ? z.input<S> : z.output<S> }
    : unknown;

/** The client's input, before coercion and defaults. */
export type EndpointInput<C> = Part<C, 'params', 'in'> &
  Part<C, 'query', 'in'> &
  Part<C, 'body', 'in'>;
/** The handler's arguments, after validation. */
export type EndpointArgs<C> = Part<C, 'params', 'out'> &
  Part<C, 'query', 'out'> &
  Part<C, 'body', 'out'>;

type ReplySchema<C extends Endpoint> = Extract<
  C['replies'][C['replies'] extends { 201: z.ZodType }
    ? 201
    : C['replies'] extends { 202: z.ZodType }
      ? 202
      : keyof C['replies']],
  z.ZodType
>;
/** The reply of the good status. */
export type EndpointReply<C extends Endpoint> = z.output<ReplySchema<C>>;
/** The reply of a dry run. */
export type EndpointPreview<C extends Endpoint> = C['replies'] extends
  | { 200: infer S extends z.ZodType; 201: z.ZodType }
  | { 200: infer S extends z.ZodType; 202: z.ZodType }
  ? z.output<S>
  : never;

/** The reply of a dry run, if it has one of its own. */
export function previewReply({ replies }: Endpoint): z.ZodType | undefined {
  return replies[201] || replies[202] ? replies[200] : undefined;
}
export function goodReply({ method, path, replies }: Endpoint): {
  status: GoodStatus;
  schema: z.ZodType;
} {
  if (replies[202]) return { status: 202, schema: replies[202] };
  if (replies[201]) return { status: 201, schema: replies[201] };
  if (replies[200]) return { status: 200, schema: replies[200] };
  throw new Error(`${method} ${path} declares no reply`);
}
