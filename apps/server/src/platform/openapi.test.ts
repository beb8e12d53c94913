import { allCalls } from '@recoup/contract/calls';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();

it('describes exactly the calls of the contract, and every one of them is served', async () => {
  const reply = await test.call('GET /openapi.json');
  const { openapi, paths } = reply.json<{ openapi: string; paths: Record<string, Record<string, { operationId: string }>> }>();
  expect(openapi).toBe('3.1.0');
  const described = Object.values(paths).flatMap((operations) => Object.values(operations).map(({ operationId }) => operationId));
  expect(described.toSorted()).toEqual(Object.keys(allCalls).toSorted());
  for (const call of Object.values(allCalls)) {
    expect(test.app.hasRoute({ method: call.method, url: `/core/api${call.path.replace(/\{(\w+)\}/g, ':$1')}` })).toBe(true);
  }
});
