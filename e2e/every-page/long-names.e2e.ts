import { beforeAll, expect, it } from 'vitest';
import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { sidewaysScroll } from '../support/a11y.ts';
import { signIn, visit } from '../support/browser.ts';
import { browser, recoup, useApp } from '../support/app.ts';

useApp();

/** The longest that the contract takes, with nothing in it to break a line at. */
const long = {
  name: 'n'.repeat(50),
  title: 'T'.repeat(100),
  matter: 'M'.repeat(60),
  text: 'x'.repeat(200),
};

beforeAll(async () => {
  await recordLongNames();
});
type Reply = { token?: string; firm: { _id: string }; data: { _id: string }[] & { _id: string } };

async function api(what: string, token: string, body?: object): Promise<Reply> {
  const [method = 'GET', path] = what.split(' ');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(`${recoup.url}/core/api${path}`, {
    method,
    headers,
    ...(body !== undefined && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${what}: ${await reply.text()}`);
  return (await reply.json()) as Reply; // the contract's answers
}

async function tokenOf({ email, password }: { email: string; password: string }): Promise<string> {
  return (await api('POST /logon', '', { email, password })).token ?? '';
}

/** An attorney, a disbursement type, a matter and an entry of the longest names. */
async function recordLongNames(): Promise<void> {
  const admin = await tokenOf(demoFirmAdmins.lerato);
  const firm = (await api('GET /me', admin)).firm._id;
  const type = { title: long.title, fixed: false, calculated: true, active: true, firm };
  const disbursementType = (await api('POST /disbursements', admin, type)).data._id;
  const attorney = (await api(`GET /users?role=0&search=${demoAttorneys.thabo.email}`, admin))
    .data[0]?._id;
  const fee = {
    disbursementType,
    startTime: 0,
    endTime: 5,
    additionalTime: 0,
    charges: 9_999_999.99,
  };
  await api(`PUT /users/${attorney}`, admin, {
    name: long.name,
    disbursementTypes: [disbursementType],
    callFees: [fee],
  });
  await api('POST /upload', admin, {
    fileStream: `Matter Number,Description,Client\n${long.matter},${long.text},${long.text}`,
  });
  const matter = (await api(`GET /matters?search=${long.matter}`, admin)).data[0]?._id;
  const date = new Date().toISOString().slice(0, 10);
  const entry = { matter, disbursementType, date, minutes: 90, narration: long.text };
  await api('POST /entries', await tokenOf(demoAttorneys.thabo), entry);
}

it.each([
  ['/home/attorneys/attorney-list?size=20', demoFirmAdmins.lerato, long.name],
  ['/home/attorneys/disbursement-list?size=20', demoFirmAdmins.lerato, long.title],
  ['/home/attorneys/fees', demoFirmAdmins.lerato, long.name],
  ['/home/attorneys/entries', demoFirmAdmins.lerato, long.title],
  ['/home/entries', demoAttorneys.thabo, long.text],
  [`/home/attorneys/matters?search=${'s'.repeat(200)}`, demoFirmAdmins.lerato, 's'.repeat(200)],
] as const)('keeps the longest names within the window at %s', async (path, who, text) => {
  for (const width of [390, 1440]) {
    const { page, end } = await visit(browser, { width });
    await signIn(page, recoup.url, who, path);
    await page.getByText(text).last().waitFor();
    expect(await sidewaysScroll(page)).toBe(0);
    await end();
  }
});
