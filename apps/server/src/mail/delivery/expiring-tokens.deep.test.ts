import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import {
  localAuthority,
  type OauthSmtp,
  startOauthSmtp,
  startTokenServer,
} from '../../../test/oauth-mail.ts';
import { startJobs } from '../../platform/jobs/worker.ts';
import { mailJobs } from './deliver-mail.ts';
import { createMailer } from './mailer.ts';
import { queueMail } from './outbox.service.ts';

const test = useApp();
const mails = 1_000;
/** Sign-ins until the server takes a token for expired. */
const usesOfToken = 40;
const user = 'billing@lawfirm.co.za';
type Servers = { tokens: Awaited<ReturnType<typeof startTokenServer>>; smtp: OauthSmtp };
const ctx: Partial<Servers> = {};

beforeAll(async () => {
  ctx.tokens = await startTokenServer();
  ctx.smtp = await startOauthSmtp();
});
afterAll(async () => {
  await ctx.tokens?.close();
  await ctx.smtp?.close();
});

it('loses and doubles none of 1,000 mails while tokens expire', async () => {
  const { tokens, smtp } = ctx as Servers; // set in beforeAll
  const uses = new Map<string, number>();
  smtp.refuse = (token) => {
    const used = (uses.get(token) ?? 0) + 1;
    uses.set(token, used);
    if (used <= usesOfToken) return undefined;
    // Servers refuse in either way.
    return used % 2 === 0 ? 'challenge' : { code: 535, text: '5.7.3 Authentication unsuccessful' };
  };
  const ids: string[] = [];
  for (let firm = 0; firm < 10; firm += 1) ids.push(...(await queueMany(await test.aFirm())));
  const mailer = createMailer({
    smtpUrl: smtp.url,
    from: user,
    outboxDir: '',
    authorities: localAuthority,
    oauth: {
      user,
      tokenUrl: tokens.url,
      credentials: { kind: 'client', id: 'client-id', secret: 'client-secret', scope: 'scope' },
    },
  });
  const log = { warn: () => {} };
  const handlers = mailJobs({ db: test.db, mailer, log, loadAttachment: async () => undefined });
  const jobs = await startJobs({ pool: test.pool, handlers, log });
  await expect
    .poll(async () => (await test.listRows('mails', { state: 'queued' })).length, {
      timeout: 240_000,
      interval: 1_000,
    })
    .toBe(0);
  await jobs.stop();
  const arrived = smtp.received.map((text) => /^Message-ID: <(.{36})@/m.exec(text)?.[1] ?? '');
  const inOrder = (list: string[]) => list.toSorted((a, b) => a.localeCompare(b));
  expect(inOrder(arrived)).toEqual(inOrder(ids));
  expect(tokens.mostOpen).toBe(1);
  expect(tokens.issued).toBeGreaterThanOrEqual(mails / usesOfToken);
  expect(await test.listRows('mails', { state: 'sent' })).toHaveLength(mails);
}, 300_000);

async function queueMany(firm: { id: string }): Promise<string[]> {
  const mail = { firmId: firm.id, userId: null, to: 'bookkeeper@lawfirm.co.za', body: 'Hello' };
  return test.db.transaction().execute(async (trx) => {
    const ids: string[] = [];
    for (let index = 0; index < mails / 10; index += 1)
      ids.push(await queueMail(trx, { ...mail, subject: `${index}`, now: test.clock.now() }));
    return ids;
  });
}
