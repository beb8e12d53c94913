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

it('says who may make a call', async () => {
  const { paths } = (await test.call('GET /openapi.json')).json<{ paths: Record<string, Record<string, Record<string, string>>> }>();
  const whoMay = (path: string, method: string) => paths[path]?.[method]?.['x-who-may'];
  expect(whoMay('/logon', 'post')).toBe('anybody');
  expect(whoMay('/users/update-passwordv2/{userId}', 'put')).toBe('who has just proved the OTP');
  expect(whoMay('/firms', 'post')).toBe('system admin');
  expect(whoMay('/entries', 'get')).toBe('attorney or attorney admin');
});

it('holds everything that it refers to', async () => {
  const text = (await test.call('GET /openapi.json')).body;
  const document: unknown = JSON.parse(text);
  const references = [...new Set([...text.matchAll(/"\$ref":"#\/([^"]+)"/g)].map((match) => match[1] ?? ''))];
  expect(references.length).toBeGreaterThan(10);
  const missing = references.filter((reference) => reference.split('/').reduce<unknown>(step, document) === undefined);
  expect(missing).toEqual([]);
  expect(text).not.toContain('$defs');
});

function step(place: unknown, name: string): unknown {
  return typeof place === 'object' && place !== null ? Object.entries(place).find(([key]) => key === name)?.[1] : undefined;
}
