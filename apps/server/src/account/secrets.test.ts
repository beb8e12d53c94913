import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { leaksOf } from '../../test/secrets.ts';
import { minutes } from '../platform/core/clock.ts';

const test = useApp();
/** Words that stand nowhere else. */
const words = {
  admin: 'zebra-quartz-admin-11',
  wrong: 'zebra-quartz-wrong-22',
  initial: 'zebra-quartz-first-33',
  own: 'zebra-quartz-own-44',
  inAddress: 'zebra-quartz-address-77',
};
const later = { changed: 'zebra-quartz-changed-55', reset: 'zebra-quartz-reset-66' };
const secrets = new Set<string>([...Object.values(words), ...Object.values(later)]);
/** What was answered, without the tokens in the one answer that is for their owner. */
const answers: string[] = [];

type Reply = { token?: string; data?: string | { _id?: string; token?: string } };

/** Notes the secrets of a response; no other response may hold them. */
async function call(what: string, request: { token?: string; body?: object } = {}) {
  const { statusCode: status, body, headers } = await test.call(what, request);
  const reply = JSON.parse(body) as Reply; // every answer here is JSON
  const input = [
    reply.token,
    typeof reply.data === 'string' ? reply.data : reply.data?.token,
  ].filter((each) => each !== undefined);
  for (const secret of input) secrets.add(secret);
  answers.push(
    input.reduce(
      (text, secret) => text.replaceAll(secret, 'given'),
      JSON.stringify(headers) + body,
    ),
  );
  return { status, reply };
}

const logon = async (email: string, password: string) =>
  (await call('POST /logon', { body: { email, password } })).reply.token ?? '';

/** The life of an account, with secrets that are distinct from all other words. */
async function goThrough(): Promise<{ attorneyId: string; contact: string[] }> {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm, password: words.admin, cell: '0821230001' });
  const email = `thabo@${firm.domain}`;
  const adminToken = await logon(admin.email, words.admin);
  const person = {
    name: 'Thabo Mokoena',
    email,
    cell: '0821230002',
    role: 0,
    firm: firm.id,
    password: words.initial,
    invitation: true,
  };
  const added = (await call('POST /register', { token: adminToken, body: person })).reply.data as {
    _id: string;
  }; // the contract's answer
  await logon(email, words.wrong);
  const first = await logon(email, words.initial);
  const change = (token: string, oldPassword: string, newPassword: string) =>
    call(`PUT /users/update-password/${added._id}`, { token, body: { oldPassword, newPassword } });
  expect((await change(first, words.initial, words.own)).status).toBe(200);
  expect((await change(first, words.wrong, later.changed)).status).toBe(400);
  expect((await change(first, words.own, later.changed)).status).toBe(200);
  await call('POST /logout', { token: first });
  await recover({ id: added._id, email, cell: '0821230002' });
  test.clock.advance(minutes(11));
  const cell = (password?: string) =>
    call(`PUT /users/update-cellnumber/${admin.id}`, {
      token: adminToken,
      body: { cellNumber: '0821230003', ...(password && { password }) },
    });
  expect([
    (await cell()).status,
    (await cell(words.wrong)).status,
    (await cell(words.admin)).status,
  ]).toEqual([403, 400, 200]);
  await call(`GET /users/${added._id}`, { token: adminToken });
  await call('GET /users?role=0', { token: adminToken });
  await call(`GET /v2/sendOtp?email=nobody@${firm.domain}`);
  await test.call(`POST /logon?password=${words.inAddress}`, {
    body: `{"email":"${email}","password":"${words.own}`,
  });
  const cells = ['0821230001', '0821230002', '0821230003'];
  return { attorneyId: added._id, contact: [admin.email, email, ...cells] };
}

async function recover({
  id,
  email,
  cell,
}: {
  id: string;
  email: string;
  cell: string;
}): Promise<void> {
  const token = (await call(`GET /v2/sendOtp?email=${email}`)).reply.data as string; // a string
  await call(`GET /v2/sendOtp?email=${email}`);
  const text = (await test.sms()).findLast(({ to }) => to === cell)?.text ?? '';
  const otp = /^\d{8}/.exec(text)?.[0] ?? '';
  secrets.add(otp);
  const wrong = String((Number(otp) + 1) % 100_000_000).padStart(8, '0');
  expect((await call('POST /v2/verifyOtp', { body: { otp: wrong, token } })).status).toBe(400);
  const grant = (await call('POST /v2/verifyOtp', { body: { otp, token } })).reply.data as {
    token: string;
  }; // the contract's answer
  expect(
    (
      await call(`PUT /users/update-passwordv2/${id}`, {
        token: grant.token,
        body: { newPassword: later.reset },
      })
    ).status,
  ).toBe(200);
  expect(await logon(email, later.reset)).not.toBe('');
}

/** All rows of all tables, with the job queue's, as one text; bytes as hexadecimal digits. */
async function dump(): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', schemaname, tablename) as name from pg_tables
    where schemaname not in ('pg_catalog', 'information_schema')`.execute(test.db);
  const texts = await Promise.all(
    tables.map(async ({ name }) => {
      const { rows } = await sql<{
        text: string;
      }>`select t::text as text from ${sql.raw(name)} t`.execute(test.db);
      return `${name}: ${rows.map(({ text }) => text).join('\n')}`;
    }),
  );
  return texts.join('\n');
}

/** As it is, and in the coats that a text can wear in a database or a log. */
function coats(secret: string): string[] {
  const bytes = Buffer.from(secret);
  return [
    secret,
    bytes.toString('hex'),
    bytes.toString('base64').replace(/=+$/, ''),
    encodeURIComponent(secret),
    [...secret].toReversed().join(''),
  ];
}

it('leaves no secret in database, log or another response, and logs each event once', async () => {
  const before = test.log.length;
  const { attorneyId, contact } = await goThrough();
  const log = test.log.slice(before);
  expect(secrets.size).toBeGreaterThan(13);
  const texts = { database: await dump(), answers: answers.join('\n') };
  expect(texts.database).toContain('$argon2id$');
  expect(texts.database).toContain(attorneyId);
  for (const [name, text] of Object.entries(texts)) {
    const found = [...secrets]
      .flatMap(coats)
      .filter((each) =>
        /^\d{8}$/.test(each)
          ? new RegExp(`(?<![\\w.-])${each}(?!\\w)`).test(text)
          : text.includes(each),
      );
    expect({ [name]: found }).toEqual({ [name]: [] });
  }
  const hidden = [...[...secrets].flatMap(coats), ...contact];
  expect(leaksOf(log, { secrets: hidden, texts: [] })).toEqual([]);
  const counts: Record<string, number> = {};
  for (const line of log) {
    const { event } = JSON.parse(line) as { event?: string }; // our own lines
    if (event !== undefined) counts[event] = (counts[event] ?? 0) + 1;
  }
  expect(counts).toEqual({
    logon_succeeded: 3,
    logon_failed: 1,
    password_changed: 2,
    reauthentication_failed: 2,
    logout: 1,
    otp_requested: 1,
    otp_muted: 2,
    otp_failed: 1,
    otp_accepted: 1,
    password_reset: 1,
    cell_changed: 1,
    sms_sent: 5,
  });
});
