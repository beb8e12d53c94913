import { expect, it } from 'vitest';
import { ApiError } from './api-error.ts';
import { replyData } from './api-transfer.ts';

it('returns the data of a reply', () => {
  expect(replyData('{"data": {"added": 3}}')).toEqual({ added: 3 });
});

it.each(['<!doctype html><title>Sign in</title>', '', '{"data": '])(
  'throws an error of the API for the reply %j',
  (reply) => {
    expect(() => replyData(reply)).toThrow(ApiError);
  },
);
