import { z } from 'zod';

/** The ways to complete a sign-in with a challenge. */
export const factorMethods = ['totp', 'passkey', 'recovery'] as const;
export type FactorMethod = (typeof factorMethods)[number];

/** The closed list of error codes, each with its one HTTP status (product.md, "The wire"). */
export const errorStatus = {
  invalid_input: 400,
  unreadable_json: 400,
  wrong_code: 400,
  unauthenticated: 401,
  wrong_credentials: 401,
  first_sign_in_ended: 401,
  second_factor_required: 401,
  challenge_ended: 401,
  forbidden: 403,
  password_change_required: 403,
  second_factor_enrolment_required: 403,
  reauthentication_required: 403,
  xsrf_mismatch: 403,
  not_found: 404,
  nothing_to_export: 404,
  conflict: 409,
  changed_meanwhile: 409,
  exceptions_open: 409,
  no_export_yet: 409,
  entry_is_locked: 409,
  held: 409,
  part_of_account: 409,
  account_exists: 409,
  too_large: 413,
  unsupported_media_type: 415,
  rows_refused: 422,
  too_many_lines: 422,
  layout_incomplete: 422,
  account_sum: 422,
  too_many_requests: 429,
  internal: 500,
  unavailable: 503,
} as const;

export type ErrorCode = keyof typeof errorStatus;

/** The codes that any call can answer, so that no call has to list them. */
export const commonErrorCodes = [
  'invalid_input',
  'unreadable_json',
  'unauthenticated',
  'forbidden',
  'password_change_required',
  'second_factor_enrolment_required',
  'xsrf_mismatch',
  'not_found',
  'too_large',
  'unsupported_media_type',
  'too_many_requests',
  'internal',
  'unavailable',
] as const satisfies readonly ErrorCode[];

/**
 * A cell of an uploaded file that could not be taken; row 1 is the header line, as a spreadsheet
 * counts.
 */
export const rejectedRow = z
  .object({ row: z.int().min(1), column: z.string(), message: z.string() })
  .meta({ id: 'RefusedRow' });
export type RejectedRow = z.infer<typeof rejectedRow>;

/** Fields that an answer names at most. */
export const maxNamedFields = 50;

/** The one shape of every error. */
export const errorBody = z
  .object({
    message: z.string(),
    // Object.keys forgets the literal types.
    code: z.enum(Object.keys(errorStatus) as [ErrorCode, ...ErrorCode[]]),
    fields: z
      .record(z.string(), z.string())
      .optional()
      .meta({
        description: `What is wrong with which field; the first ${maxNamedFields} are named.`,
      }),
    rows: z.array(rejectedRow).optional(),
    refused: z
      .int()
      .optional()
      .meta({ description: 'How many rows were refused in all; `rows` lists the first 200.' }),
    challenge: z
      .string()
      .optional()
      .meta({ description: 'Of a sign-in that a second factor completes.' }),
    methods: z.array(z.enum(factorMethods)).optional(),
    options: z
      .looseObject({})
      .optional()
      .meta({ description: 'Options of the Web Authentication API, as JSON.' }),
    /** The id of the account that exists already. */
    _id: z.string().optional(),
    /** Rand by which the total of an account exceeds its lines. */
    difference: z.number().optional(),
    requestId: z.string().optional(),
  })
  .meta({ id: 'Error' });
export type ErrorBody = z.infer<typeof errorBody>;
