import { z } from 'zod';
import { keyScopes } from '../core/access.ts';
import { defineEndpoints } from '../core/endpoint.ts';
import { dataReply, id, isoDate, listReply, secret, text } from '../core/fields.ts';
import { texts } from '../core/texts.ts';

/** Keys of a firm, and years until the expiry of one. */
export const keyLimits = { keys: 50, years: 5 } as const;

/** Scanners of source code find keys by it. */
export const keyPrefix = 'rk_';

const scopes = z
  .array(z.enum(keyScopes, `Must be ${keyScopes.join(', ')}.`), 'Choose at least one.')
  .min(1, 'Choose at least one.')
  .max(keyScopes.length, 'A scope is named twice.')
  .refine((names) => new Set(names).size === names.length, 'A scope is named twice.');

const expiresAt = z
  .union(
    [isoDate, z.iso.datetime({ offset: true })],
    'Must be a day as YYYY-MM-DD, or a date and time with its zone.',
  )
  .meta({ description: 'A day counts to its end in South Africa. A key without it does not end.' });

const newKey = z.strictObject({
  name: text({ min: 1, max: 60, required: 'Enter a name.' }),
  scopes,
  expiresAt: expiresAt.nullish(),
  /** Ten minutes after the sign-in the password is needed again. */
  password: secret({ max: 1024, required: texts.passwordRequired }).optional(),
});
export type NewApiKey = z.output<typeof newKey>;

const apiKey = z
  .object({
    _id: z.string(),
    name: z.string(),
    scopes: z.array(z.enum(keyScopes)),
    createdBy: z.object({ _id: z.string(), name: z.string() }),
    createdAt: z.string(),
    expiresAt: z.string().nullable(),
    lastUsedAt: z.string().nullable().meta({ description: 'To the minute.' }),
    isWorking: z.boolean(),
    whyNot: z.string().nullable().meta({ description: 'Why it does not work, in words.' }),
  })
  .meta({ id: 'ApiKey' });
export type ApiKey = z.infer<typeof apiKey>;

export const apiKeyEndpoints = defineEndpoints({
  listApiKeys: {
    call: 'GET /api-keys',
    may: 'api-keys:read',
    summary: 'The API keys of the firm, by name, without the keys themselves',
    replies: { 200: listReply(apiKey).meta({ id: 'ApiKeyList' }) },
  },
  createApiKey: {
    call: 'POST /api-keys',
    may: 'api-keys:write',
    summary: `Make an API key, which is answered this once; at most ${keyLimits.keys}`,
    body: newKey,
    replies: {
      201: dataReply(
        z.object({
          _id: z.string(),
          key: z.string().meta({ description: 'For the header `Authorization: Bearer KEY`.' }),
        }),
      ).meta({ id: 'NewApiKeyReply' }),
    },
    errors: ['conflict', 'reauthentication_required'],
  },
  deleteApiKey: {
    call: 'DELETE /api-keys/{id}',
    may: 'api-keys:write',
    summary: 'Delete an API key, which ends at once',
    params: z.strictObject({ id }),
    replies: { 200: z.object({}).meta({ id: 'DeletedApiKeyReply' }) },
  },
});
