import { expect, it } from 'vitest';
import { createAddition } from './add-once.ts';
import { ApiError } from './api-error.ts';

const error = (status: number, code: ApiError['code']) =>
  new ApiError({ status, code, message: code });
const lost = error(0, 'network');
const shed = error(503, 'unavailable');
const missing = error(404, 'not_found');
const conflict = error(409, 'conflict');

/** Answers the calls in turn, and what each try came to; `calls` is what was sent. */
async function tries(times: number, answers: readonly (ApiError | 'good')[]) {
  const calls: string[] = [];
  const ids = new Set<string>();
  const left = [...answers];
  const call = (name: string) => async (id?: string) => {
    calls.push(name);
    if (id !== undefined) ids.add(id);
    const answer = left.shift();
    if (answer !== 'good') throw answer ?? new Error(`no answer to ${name}`);
    return name;
  };
  const add = createAddition();
  const results: unknown[] = [];
  for (let time = 0; time < times; time += 1)
    results.push(
      await add({
        find: call('find'),
        change: async () => call('change')(),
        add: call('add'),
      }).catch((thrown: unknown) => thrown),
    );
  expect(ids.size).toBe(1);
  return { calls, results };
}

it.each([
  ['a lost answer', lost],
  ['a shed request', shed],
])('reads the id after %s, and updates the existing record', async (_, first) => {
  const { calls, results } = await tries(2, [first, 'good', 'good']);
  expect(calls).toEqual(['add', 'find', 'change']);
  expect(results).toEqual([first, 'change']);
});

it('adds under the same id when the first try did not arrive', async () => {
  const { calls } = await tries(2, [lost, missing, 'good']);
  expect(calls).toEqual(['add', 'find', 'add']);
});

it('reads again when the update was lost too', async () => {
  const { calls } = await tries(3, [lost, 'good', lost, 'good', 'good']);
  expect(calls).toEqual(['add', 'find', 'change', 'find', 'change']);
});

it('reads again before it adds, when the response was lost', async () => {
  const { calls } = await tries(3, [lost, lost, missing, 'good']);
  expect(calls).toEqual(['add', 'find', 'find', 'add']);
});

it('updates a record that arrived after the read', async () => {
  const { calls, results } = await tries(2, [lost, missing, conflict, 'good', 'good']);
  expect(calls).toEqual(['add', 'find', 'add', 'find', 'change']);
  expect(results[1]).toBe('change');
});

it('shows a conflict with another record', async () => {
  const { results } = await tries(2, [lost, missing, conflict, missing]);
  expect(results[1]).toBe(conflict);
});

it('does not read after a rejection', async () => {
  const { calls } = await tries(2, [conflict, 'good']);
  expect(calls).toEqual(['add', 'add']);
});
