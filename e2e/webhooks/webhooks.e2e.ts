import { afterAll, beforeAll, it } from 'vitest';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright-core';
import { deepIt, expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { a11yViolationsInLooks } from '../support/a11y.ts';
import { signedIn, useApp } from '../support/app.ts';

const certificates = new URL('../../apps/server/test/certificates/', import.meta.url);
const file = (name: string) => fileURLToPath(new URL(name, certificates));

useApp({
  RECOUP_EGRESS_ALLOW: '127.0.0.0/8',
  // The receiver's certificate is its own authority.
  NODE_EXTRA_CA_CERTS: file('receiver.pem'),
});

const received: { headers: IncomingHttpHeaders; body: string }[] = [];
const answer = { status: 500 };
const receiver = createServer(
  { key: readFileSync(file('receiver.key.pem')), cert: readFileSync(file('receiver.pem')) },
  (request, response) => {
    let body = '';
    request.setEncoding('utf8').on('data', (text: string) => (body += text));
    request.on('end', () => {
      received.push({ headers: request.headers, body });
      response.writeHead(answer.status).end();
    });
  },
);
let page: Page;
let consoleErrors: readonly string[];
let url = '';

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const { port } = receiver.address() as AddressInfo; // it listens
  url = `https://localhost:${port}/hook`;
  ({ page, consoleErrors } = await signedIn(demoFirmAdmins.lerato, '/home/attorneys/integrations'));
});
afterAll(() => void receiver.close());

const panel = () => page.getByRole('region', { name: 'Webhooks' });
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true });
const press = async (name: string, within: string) =>
  dialog(within).getByRole('button', { name, exact: true, disabled: false }).click();

it('adds a webhook, and shows its secret once', async () => {
  await panel().getByText('There is no webhook yet.').waitFor();
  await panel().getByRole('button', { name: 'Add a webhook' }).click();
  const form = dialog('Add a webhook');
  await press('Add', 'Add a webhook');
  await form.getByText('Enter an address.').waitFor();
  await form.getByText('Choose at least one event.').waitFor();
  await form.getByLabel('Address').fill('https://169.254.169.254/latest');
  await form.getByLabel('Export closed').check();
  await press('Add', 'Add a webhook');
  await form.getByText('The host leads to no address that is allowed').waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await form.getByLabel('Address').fill(url);
  await form.getByRole('button', { name: 'Add', exact: true }).dblclick();
  const shown = dialog('The secret of the webhook');
  await expect(shown.getByLabel('Secret')).toHaveText(/^whsec_[\w+/]{43}=$/, {
    useInnerText: true,
  });
  await shown.getByRole('button', { name: 'Copy', exact: true }).click();
  await press('Done', 'The secret of the webhook');
  await panel().getByText('Export closed; nothing sent yet').waitFor();
});

deepIt('sends a test, shows why it failed, and sends it again under the same id', async () => {
  await panel()
    .getByRole('button', { name: `Deliveries to ${url}` })
    .click();
  const shown = dialog('Deliveries');
  await shown.getByText('Nothing was sent yet.').waitFor();
  await shown.getByRole('button', { name: 'Send a test event' }).dblclick();
  await shown.getByText(/^Waits after 1 try: The receiver answered 500\. Next try /).waitFor();
  answer.status = 200;
  await shown.getByText(/^Taken .* with 200 after 2 tries$/).waitFor({ timeout: 20_000 });
  await shown.getByRole('button', { name: 'Send again: Test' }).click();
  await expect.poll(() => received.length).toBe(3);
  await shown.getByText(/^Taken .* with 200$/).waitFor();
  expect(await a11yViolationsInLooks(page)).toEqual([]);
  await press('Done', 'Deliveries');
  const ids = new Set(received.map(({ headers }) => headers['webhook-id']));
  expect([ids.size, JSON.parse(received[0]?.body ?? '')]).toEqual([
    1,
    expect.objectContaining({ type: 'webhook.test' }),
  ]);
  await expect(panel().getByText(/^Export closed; last delivery taken .* with 200$/)).toBeVisible();
});

it('switches it off, and deletes it', async () => {
  await panel()
    .getByRole('button', { name: `Edit ${url}` })
    .click();
  await dialog('Edit the webhook').getByLabel('Switched on').uncheck();
  await press('Save', 'Edit the webhook');
  await expect(panel().getByText(/^Switched off .*\. Export closed; /)).toBeVisible();
  await panel()
    .getByRole('button', { name: `Delete ${url}` })
    .click();
  await press('Delete', 'Delete the webhook?');
  await panel().getByText('There is no webhook yet.').waitFor();
  // The console has the two refused forms.
  expect(consoleErrors.filter((line) => !line.includes('400'))).toEqual([]);
});
