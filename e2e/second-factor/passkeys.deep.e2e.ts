import { afterAll, beforeAll, it } from 'vitest';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright-core';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { launch, logonAt, visit } from '../support/browser.ts';
import { startDemo } from '../support/demo.ts';
import { freePort, plugIn } from '../support/passkeys.ts';
import type { StartedRecoup } from '../support/recoup.ts';

// A browser's own authenticator at the address of Recoup, and at others: B14, rule 7.
const { email, password } = demoFirmAdmins.lerato;
const ctx: { recoup?: StartedRecoup; page?: Page; close?: () => Promise<void> } = {};
const url = (): string => ctx.recoup?.url ?? '';
const page = (): Page => ctx.page as Page; // set in beforeAll

type Answer = { status: number; body: Record<string, unknown> };

async function send(
  path: string,
  body: object,
  token?: string,
  method: 'POST' | 'PUT' = 'POST',
): Promise<Answer> {
  const reply = await fetch(`${url()}/core/api${path}`, {
    method,
    headers: {
      'content-type': 'application/json',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
    },
    body: JSON.stringify(body),
  });
  // as the contract says
  return { status: reply.status, body: (await reply.json()) as Record<string, unknown> };
}

/** What the browser answers to the options, or the name of its error. */
async function askBrowser(kind: 'create' | 'get', options: unknown): Promise<unknown> {
  return page().evaluate(
    async ([way, json]) => {
      const ask =
        way === 'create'
          ? navigator.credentials.create({
              publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(json as never), // JSON
            })
          : navigator.credentials.get({
              publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(json as never), // JSON
            });
      return ask.then(
        (credential) => (credential as PublicKeyCredential).toJSON() as unknown, // of publicKey
        (error: Error) => error.name,
      );
    },
    [kind, options] as const,
  );
}

async function challenge(): Promise<{ challenge: string; options: Record<string, unknown> }> {
  const { status, body } = await send('/logon', { email, password });
  expect([status, body]).toMatchObject([401, { code: 'second_factor_required' }]);
  return body as { challenge: string; options: Record<string, unknown> }; // as the contract says
}

/** A page of another origin on this machine. */
async function anotherPort(): Promise<{ address: string; close: () => Promise<void> }> {
  const server = createServer((_, reply) => reply.setHeader('content-type', 'text/html').end(''));
  await new Promise<void>((resolve) => server.listen(0, 'localhost', resolve));
  const { port } = server.address() as AddressInfo; // of a TCP server
  return {
    address: `http://localhost:${port}/`,
    close: async () => new Promise((resolve) => server.close(() => resolve())),
  };
}

beforeAll(async () => {
  ctx.recoup = await startDemo({ port: await freePort() });
  const browser = await launch();
  const seen = await visit(browser, {});
  ctx.page = seen.page;
  ctx.close = async () => browser.close();
  await page().goto(`${url()}/`);
  await plugIn(page());
});
afterAll(async () => {
  await ctx.close?.();
  await ctx.recoup?.stop();
});

it('registers a passkey and signs in with it, and is refused at another origin', async () => {
  const token = await logonAt(url(), { email, password });
  const begun = await send('/second-factors', { kind: 'passkey', name: 'Laptop' }, token);
  expect(begun.status).toBe(201);
  const { _id, options } = begun.body['data'] as { _id: string; options: unknown }; // as declared
  const created = await askBrowser('create', options);
  const confirmed = await send(`/second-factors/${_id}`, { response: created }, token, 'PUT');
  expect([confirmed.status, confirmed.body]).toMatchObject([
    200,
    { data: { recoveryCodes: expect.any(Array) } },
  ]);

  const here = await challenge();
  const response = await askBrowser('get', here.options);
  const signIn = await send('/logon/second-factor', { challenge: here.challenge, response });
  expect([signIn.status, signIn.body]).toEqual([200, { token: expect.any(String) }]);

  // The browser knows which host a passkey is for, the server which port.
  const later = await challenge();
  await page().goto(`${url().replace('localhost', '127.0.0.1')}/`);
  expect(await askBrowser('get', later.options)).toBe('SecurityError');
  const other = await anotherPort();
  await page().goto(other.address);
  const stray = await askBrowser('get', later.options);
  expect(stray).toMatchObject({ type: 'public-key' });
  const refused = await send('/logon/second-factor', {
    challenge: later.challenge,
    response: stray,
  });
  expect([refused.status, refused.body]).toMatchObject([400, { code: 'wrong_code' }]);
  await other.close();
  await page().goto(`${url()}/`);
  const again = await askBrowser('get', later.options);
  const back = await send('/logon/second-factor', { challenge: later.challenge, response: again });
  expect(back.status).toBe(200);
});
