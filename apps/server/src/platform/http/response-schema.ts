import { z } from 'zod';

/** JSON Schema of what leaves the server, for the serialiser that is compiled once for each call. */
export function replySchema(schema: z.ZodType): Record<string, unknown> {
  const { $schema: _, ...json } = z.toJSONSchema(schema, {
    target: 'draft-7',
    io: 'output',
    reused: 'inline',
  });
  // Zod's object carries a non-enumerable marker that the compiler would copy.
  return JSON.parse(JSON.stringify(json));
}
