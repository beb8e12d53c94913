import { expect } from 'vitest';

/** A set-up file: `expect(reply).toAnswer(404, { code: 'not_found', message: /gone/ })`. */
expect.extend({
  toAnswer(reply: Reply, ...expected: [status: number, body?: object] | [body: object]) {
    const { equals, utils } = this;
    const { stringify, iterableEquality, subsetEquality } = utils;
    const [first, second] = expected;
    const [status, body] = typeof first === 'number' ? [first, second] : [undefined, first];
    const isStatus = status === undefined || reply.statusCode === status;
    const found = body && isStatus ? reply.json?.() : reply.body;
    const testers = [matchesText, iterableEquality, subsetEquality];
    return {
      pass: isStatus && (body === undefined || equals(found, body, testers)),
      actual: { status: reply.statusCode, body: found },
      expected: { status: status ?? reply.statusCode, body },
      message: () => {
        const wanted = `${status ?? 'an answer'} ${stringify(body)}`;
        return `expected ${wanted}, not ${reply.statusCode} ${stringify(found)}`;
      },
    };
  },
});

/** Compares a text with a regular expression in its place. */
function matchesText(found: unknown, expected: unknown): boolean | undefined {
  if (!(expected instanceof RegExp)) return undefined;
  return typeof found === 'string' && expected.test(found);
}

type Reply = { statusCode: number; body?: unknown; json?(): unknown };

type Result<T> = T extends { statusCode: number } ? void : never;

declare module 'vitest' {
  interface Matchers<T> {
    /** The status of a reply, and what its JSON body has among others, texts also by patterns. */
    toAnswer: { (status: number, body?: object): Result<T>; (body: object): Result<T> };
  }
}
