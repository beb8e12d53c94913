import fastJson from 'fast-json-stringify';
import { z } from 'zod';
import { createPauses } from '../../core/pauses.ts';

/** Rows of a long list that are written at a time. */
const piece = 200;

/** The JSON of a reply, in pieces: those of a long list have pauses for other requests. */
export type Stringify = (reply: unknown) => Promise<readonly string[]>;

/** Lazy: the schemas of all endpoints took half of the start and 20 MB. */
export function createStringify(schema: z.ZodType): Stringify {
  const compiled = new Map<z.ZodType, (value: unknown) => string>();
  const stringify = (of: z.ZodType, value: unknown): string => {
    const write = compiled.get(of) ?? fastJson(replySchema(of));
    compiled.set(of, write);
    return write(value);
  };
  return async (reply) => {
    const list = findLongList(reply);
    const rows = list && schemaAt(schema, list.path);
    if (!list || !(rows instanceof z.ZodArray)) return [stringify(schema, reply)];
    const parts = stringify(schema, list.without).split(`"${list.path.at(-1)}":[]`);
    const [before, after] = parts;
    // Another list of that name may be empty.
    if (parts.length !== 2 || before === undefined) return [stringify(schema, reply)];
    const pieces = [`${before}"${list.path.at(-1)}":[`];
    const pause = createPauses();
    for (let from = 0; from < list.rows.length; from += piece) {
      const json = stringify(rows, list.rows.slice(from, from + piece));
      pieces.push((from === 0 ? '' : ',') + json.slice(1, -1));
      await pause();
    }
    return [...pieces, `]${after}`];
  };
}

type LongList = {
  path: readonly string[];
  rows: readonly unknown[];
  /** The reply with an empty list in its place. */
  without: unknown;
};

/** A list of the reply, or of its data. */
function findLongList(reply: unknown): LongList | undefined {
  if (!isRecord(reply)) return undefined;
  for (const [key, value] of Object.entries(reply)) {
    if (isLong(value)) return { path: [key], rows: value, without: { ...reply, [key]: [] } };
    const inner = key === 'data' ? findLongList(value) : undefined;
    if (inner)
      return {
        path: [key, ...inner.path],
        rows: inner.rows,
        without: { ...reply, [key]: inner.without },
      };
  }
  return undefined;
}

function isLong(value: unknown): value is unknown[] {
  return Array.isArray(value) && value.length > piece;
}

function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function schemaAt(schema: z.ZodType, path: readonly string[]): z.ZodType | undefined {
  let at: unknown = schema;
  for (const key of path) {
    const shape = at instanceof z.ZodObject ? at.shape : {};
    const found: unknown = shape[key];
    at = found instanceof z.ZodOptional ? found.unwrap() : found;
  }
  return at instanceof z.ZodType ? at : undefined;
}

/** The schema of a reply, for its compiled serialiser. */
export function replySchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    reused: 'inline',
  });
  // The compiler would copy Zod's non-enumerable marker.
  return JSON.parse(JSON.stringify(json));
}
