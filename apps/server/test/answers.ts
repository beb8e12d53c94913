import { expect } from 'vitest';

/** A set-up file: `expect(reply).toAnswer(404, { code: 'not_found' })`. */
expect.extend({
  toAnswer(reply: Reply, status: number, body?: object) {
    const { equals, utils } = this;
    const { stringify, iterableEquality, subsetEquality } = utils;
    const found = body && reply.statusCode === status ? reply.json?.() : reply.body;
    const isBody = body === undefined || equals(found, body, [iterableEquality, subsetEquality]);
    return {
      pass: reply.statusCode === status && isBody,
      actual: { status: reply.statusCode, body: found },
      expected: { status, body },
      message: () =>
        `expected ${status} ${stringify(body)}, not ${reply.statusCode} ${stringify(found)}`,
    };
  },
});

type Reply = { statusCode: number; body?: unknown; json?(): unknown };

declare module 'vitest' {
  interface Matchers<T> {
    /** The status of a reply, and what its JSON body has among others. */
    toAnswer: (status: number, body?: object) => T extends { statusCode: number } ? void : never;
  }
}
