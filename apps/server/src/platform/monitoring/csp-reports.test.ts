import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { minutes } from '../core/clock.ts';

const test = useApp();

const report = (input: object) => ({
  'csp-report': {
    'document-uri': 'https://recoup.test/home/firms?search=somebody%40lawfirm.co.za',
    'effective-directive': 'script-src-elem',
    'blocked-uri': 'https://evil.example/steal.js?token=abc',
    ...input,
  },
});

async function send(body: unknown, { type = 'application/csp-report', from = '10.2.0.1' } = {}) {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return (
    await test.call('POST /csp-reports', { body: text, from, headers: { 'content-type': type } })
  ).statusCode;
}

function written(address: string): Record<string, unknown>[] {
  return test.log
    .map((line) => JSON.parse(line))
    .filter((line) => line.event === 'csp_violation' && line.address === address);
}

it('writes down the rule and the place, and of addresses no query', async () => {
  expect(await send(report({}))).toBe(204);
  const body = {
    documentURL: 'https://recoup.test/logon?x=1',
    effectiveDirective: 'require-trusted-types-for',
    blockedURL: 'trusted-types-sink',
  };
  expect(await send([{ type: 'csp-violation', body }], { type: 'application/reports+json' })).toBe(
    204,
  );
  expect(written('10.2.0.1')).toMatchObject([
    { directive: 'script-src-elem', blocked: 'https://evil.example', page: '/home/firms' },
    { directive: 'require-trusted-types-for', blocked: 'trusted-types-sink', page: '/logon' },
  ]);
  expect(test.log.join('\n')).not.toMatch(/somebody|token=abc/);
});

it.each([
  ['no JSON', '{'],
  ['a number', '1'],
  ['null', 'null'],
  ['a list of nothing', '[null, 1, {"body": null}]'],
  ['a rule that is none', report({ 'effective-directive': 'a b\n{"event":"logon_succeeded"}' })],
  ['no address', report({ 'effective-directive': 1, 'blocked-uri': {} })],
])('ignores %s', async (_, body) => {
  expect(await send(body, { from: '10.2.0.2' })).toBe(204);
  expect(written('10.2.0.2')).toEqual([]);
});

it('keeps an address that is none, or is endless, short', async () => {
  await send(
    report({ 'blocked-uri': 'http://', 'document-uri': `https://recoup.test/${'x'.repeat(5000)}` }),
    { from: '10.2.0.3' },
  );
  expect(written('10.2.0.3')).toMatchObject([
    { blocked: 'unreadable', page: `/${'x'.repeat(199)}` },
  ]);
  expect(await send(report({ sample: 'x'.repeat(20_000) }), { from: '10.2.0.3' })).toBe(413);
});

it('writes down thirty of a network in a quarter of an hour, and five of one request', async () => {
  const body = report({})['csp-report'];
  const many = Array.from({ length: 50 }, () => ({
    body: {
      documentURL: body['document-uri'],
      effectiveDirective: 'img-src',
      blockedURL: 'inline',
    },
  }));
  for (let count = 0; count < 8; count += 1) {
    await send(many, { type: 'application/reports+json', from: '10.2.0.4' });
    expect(written('10.2.0.4')).toHaveLength(Math.min(30, 5 * (count + 1)));
  }
  test.clock.advance(minutes(15));
  await send(many, { type: 'application/reports+json', from: '10.2.0.4' });
  expect(written('10.2.0.4')).toHaveLength(35);
});
