import { expect, it } from 'vitest';
import { ApiError, type ApiErrorCode } from './api-error.ts';
import { isWorthRetrying } from './query-client.ts';

const error = (status: number, code: ApiErrorCode) => new ApiError({ status, code, message: '' });

it.each([
  [0, error(0, 'network'), true],
  [0, error(503, 'unavailable'), true],
  [1, error(503, 'unavailable'), false],
  [0, error(500, 'internal'), false],
  [0, error(404, 'not_found'), false],
  [0, new Error('a fault of ours'), false],
])('after %i failures retries %o: %s', (failures, thrown, expected) => {
  expect(isWorthRetrying(failures, thrown)).toBe(expected);
});
