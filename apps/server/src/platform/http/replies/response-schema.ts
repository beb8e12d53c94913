import { z } from 'zod';

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
