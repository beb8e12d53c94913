import { writeFileSync } from 'node:fs';
import path from 'node:path';
import { cache, root } from './setup.mjs';

/** Unhandled errors that belong to no test: their texts with stacks, and their test files. */
export const outsideFile = path.join(cache, 'outside-of-tests.json');

/**
 * As vitest serializes it: a rejection with a number has that as its message.
 * @typedef {{ message?: string | number, stack?: string, VITEST_TEST_PATH?: string }} Unhandled
 */

/** Writes what the run's result in JSON leaves out: errors that belong to no test. */
export default class OutsideReporter {
  /**
   * @param {unknown} _modules
   * @param {readonly Unhandled[]} errors
   */
  onTestRunEnd(_modules, errors) {
    if (errors.length === 0) return;
    const texts = errors.map(({ message, stack, VITEST_TEST_PATH: testFile }) => ({
      text: String(stack || message || 'an error without a text'),
      ...(testFile !== undefined && { testFile: path.relative(root, testFile) }),
    }));
    writeFileSync(outsideFile, JSON.stringify(texts));
  }
}
