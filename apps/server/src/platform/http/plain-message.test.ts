import { allEndpoints } from '@recoup/contract/endpoints';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { AppError } from '../core/app-error.ts';
import { parse } from './register-endpoints.ts';

/** Each is wrong for other kinds of fields; `undefined` stands for a missing one. */
const wrongValues: readonly unknown[] = [
  undefined,
  null,
  true,
  '',
  'x'.repeat(9_000_000),
  -1e15,
  1.005,
  1e15,
  [],
  Array.from({ length: 20_001 }, () => 1),
  {},
];
const deepest = 4;
const depths = Array.from({ length: deepest }, (_, index) => index + 1);
const inputs = Object.entries(allEndpoints).flatMap(([name, { params, query, body }]) =>
  [params, query, body].flatMap((schema) => (schema ? [{ name, schema }] : [])),
);

it.each(inputs)('rejects each wrong field of $name in a sentence of the product', ({ schema }) => {
  const raw = depths.flatMap((depth) =>
    wrongValues.flatMap((wrong) => rawMessages(schema, filled(schema, wrong, depth))),
  );
  expect([...new Set(raw)]).toEqual([]);
});

it('says what a field must be, and how long', () => {
  const schema = z.object({
    text: z.string().min(3).max(1200),
    number: z.number().max(20_000),
    list: z.array(z.int()).max(2),
    flag: z.boolean(),
    either: z.union([z.string(), z.number()]),
  });
  expect(messagesOf(schema, { text: 1, number: 'x', list: [1.5], either: true })).toEqual({
    text: 'Must be text.',
    number: 'Must be a number.',
    'list.0': 'Must be a whole number.',
    flag: 'This field is required.',
    either: 'Is not valid.',
  });
  const good = { text: 'Call', number: 1, list: [], flag: true, either: 1 };
  expect(messagesOf(schema, good)).toEqual({});
  const tooBig = { text: 'x'.repeat(1201), number: 20_001, list: [1, 2, 3], flag: 1 };
  expect(messagesOf(schema, { ...good, ...tooBig })).toEqual({
    text: 'Must not be more than 1 200 characters long.',
    number: 'Must not be more than 20 000.',
    list: 'Must not be more than 2 items.',
    flag: 'Must be true or false.',
  });
  expect(messagesOf(schema, { ...good, text: 'x', list: {} })).toEqual({
    text: 'Must be at least 3 characters long.',
    list: 'Must be a list.',
  });
});

function rawMessages(schema: z.ZodType, value: unknown): string[] {
  return Object.entries(messagesOf(schema, value))
    .filter(([, message]) => /^Invalid (?:input|option)|^Too |expected/.test(message))
    .map(([name, message]) => `${name}: ${message}`);
}

function messagesOf(schema: z.ZodType, value: unknown): Readonly<Record<string, string>> {
  try {
    parse(schema, value);
    return {};
  } catch (error) {
    if (error instanceof AppError) return error.details.fields ?? {};
    throw error;
  }
}

/** A value whose fields at the depth are all `wrong`. */
function filled(schema: z.core.$ZodType, wrong: unknown, depth: number): unknown {
  const inner = unwrapped(schema);
  if (depth === 0) return wrong;
  if (inner instanceof z.ZodArray) return [filled(inner.element, wrong, depth - 1)];
  if (!(inner instanceof z.ZodObject)) return wrong;
  return Object.fromEntries(
    Object.entries(inner.shape).map(([name, field]) => [name, filled(field, wrong, depth - 1)]),
  );
}

function unwrapped(schema: z.core.$ZodType): z.core.$ZodType {
  if (schema instanceof z.ZodPipe) return unwrapped(schema.in);
  if (
    schema instanceof z.ZodOptional ||
    schema instanceof z.ZodNullable ||
    schema instanceof z.ZodDefault
  )
    return unwrapped(schema.unwrap());
  return schema;
}
