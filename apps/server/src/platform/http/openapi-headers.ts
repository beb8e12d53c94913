export const everyReplyHeaders = {
  'X-Request-Id': {
    description: 'The number of the request, for reports and the log',
    schema: { type: 'string', format: 'uuid' },
  },
};
export const signedInReplyHeaders = {
  'Session-Seconds-Left': {
    description: 'How long the session lives without another request',
    schema: { type: 'integer', minimum: 0 },
  },
};
export const fileReplyHeaders = {
  'Content-Disposition': {
    description: 'The name of the file; absent beside JSON',
    schema: { type: 'string' },
  },
  'Content-Location': {
    description: 'Of an export: where this very file is found again',
    schema: { type: 'string' },
  },
};
export const logonReplyHeaders = {
  'Set-Cookie': {
    description: 'XSRF-TOKEN, for browsers; absent when the request has it',
    schema: { type: 'string' },
  },
};
export const retryReplyHeaders = {
  'Retry-After': {
    description: 'Seconds after which the request may be sent again',
    schema: { type: 'integer', minimum: 1 },
  },
};
export const idempotencyKeyHeader = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'The `_id` of a body that has none.',
  schema: { type: 'string', format: 'uuid' },
};
export const xsrfHeader = {
  name: 'X-XSRF-TOKEN',
  in: 'header',
  required: false,
  description:
    'The value of the cookie XSRF-TOKEN; needed only when the request carries that cookie.',
  schema: { type: 'string' },
};
