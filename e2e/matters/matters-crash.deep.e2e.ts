import { setTimeout as wait } from 'node:timers/promises';
import { accountEndpoints } from '@recoup/contract/account/endpoints';
import { matterEndpoints } from '@recoup/contract/matters/endpoints';
import { importEndpoints } from '@recoup/contract/matters/import-endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import { test } from 'vitest';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { newDataDir } from '../support/demo.ts';
import { type Recoup, startRecoup } from '../support/recoup.ts';

const rows = 40_000;
const lines = Array.from({ length: rows }, (_, row) => `CRASH${row},Debt recovery ${row},Zulu\n`);
const file = `Ref,Name,Client\n${lines.join('')}`;

/** Milliseconds after the upload began: while it is read, and while it is written. */
test.each([300, 1_500])(
  'a power cut %i ms into an upload leaves the file whole or not at all',
  async (ms) => {
    const first = await startRecoup({ dataDir: await newDataDir(), isGroup: true });
    const token = await signIn(first);
    const upload = fetch(`${first.url}${apiRoot}${matterEndpoints.upload.path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ fileStream: file }),
    }).then(
      ({ ok }) => ok,
      () => false,
    );
    await wait(ms);
    await first.kill();
    const wasAnswered = await upload;

    const second = await startRecoup({ dataDir: first.dataDir });
    try {
      const again = await signIn(second);
      const found = await count(
        second,
        again,
        `${matterEndpoints.listMatters.path}?search=CRASH&page=1&itemsPerPage=1`,
      );
      const imports = await count(second, again, importEndpoints.listImports.path);
      expect([0, rows]).toContain(found);
      expect(imports).toBe(found === 0 ? 0 : 1);
      // What was confirmed is never lost.
      expect(wasAnswered && found === 0).toBe(false);
    } finally {
      await second.stop();
    }
  },
);

async function signIn(recoup: Recoup): Promise<string> {
  const { email, password } = demoFirmAdmins.lerato;
  const reply = await fetch(`${recoup.url}${apiRoot}${accountEndpoints.logon.path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  });
  const { token } = (await reply.json()) as { token: string }; // the contract's reply
  return token;
}

async function count(recoup: Recoup, token: string, path: string): Promise<number> {
  const reply = await fetch(`${recoup.url}${apiRoot}${path}`, {
    headers: { authorization: `Bearer ${token}` },
  });
  return ((await reply.json()) as { count: number }).count; // the contract's reply
}
