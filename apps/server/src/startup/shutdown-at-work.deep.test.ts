import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { Agent, type IncomingMessage } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it } from 'vitest';
import { useProgram } from '../../test/program.ts';
import { startSmtp } from '../../test/smtp.ts';
import { queueMail } from '../mail/delivery/outbox.service.ts';

const { test, ctx, start, open, beginUpload, ask } = useProgram();

it('finishes the running download, upload and mail, and accepts no new request', {
  timeout: 120_000,
}, async () => {
  const smtp = await startSmtp();
  smtp.behave('holds');
  const { url, child, ended } = await start({ SMTP_URL: smtp.url, RECOUP_DRAIN_SECONDS: '3' });
  const now = new Date();
  const mail = { firmId: ctx.firmId, userId: null, to: 'a@b.co.za', subject: 's', body: 'b', now };
  const mailId = await test.db.transaction().execute(async (trx) => queueMail(trx, mail));
  const download = open(`${url}/core/api/download`, { type: 'text/csv' });
  download.end();
  const [file] = (await once(download, 'response')) as [IncomingMessage]; // what the event carries
  const upload = await beginUpload(
    `${url}/core/api/imports?fileName=late.csv`,
    'Ref,Name,Client\nL1,First,Zulu\n',
  );
  const keptAlive = new Agent({ keepAlive: true, maxSockets: 1 });
  expect(await ask(`${url}/readyz`, keptAlive)).toEqual({ status: 200, connection: 'keep-alive' });
  await expect.poll(() => smtp.held.length).toBe(1);

  child.kill('SIGTERM');
  await expect
    .poll(async () => (await ask(`${url}/readyz`, keptAlive)).status, {
      timeout: 5_000,
      interval: 20,
    })
    .toBe(503);
  expect(await ask(`${url}/core/api/me`, keptAlive)).toEqual({ status: 200, connection: 'close' });
  await expect
    .poll(async () => (await ask(`${url}/core/api/me`)).status, { timeout: 20_000, interval: 50 })
    .toBe(0);
  expect([child.exitCode, smtp.received.length]).toEqual([null, 0]);

  upload.end('L2,Second,Zulu\n');
  const [answer] = (await once(upload, 'response')) as [IncomingMessage]; // what the event carries
  expect([answer.statusCode, JSON.parse(await text(answer))]).toMatchObject([
    200,
    { data: { created: 2 } },
  ]);
  const content = await text(file);
  const ledger = await test.getRow('exports', { firmId: ctx.firmId }, ['rowCount', 'sha256']);
  expect(ledger.rowCount).toBe(30_000);
  expect(createHash('sha256').update(content).digest()).toEqual(ledger.sha256);
  for (const release of smtp.held) release();
  expect(await ended).toEqual([0, null]);
  const sent = await test.getRow('mails', { id: mailId }, ['state']);
  expect([sent.state, smtp.received.length]).toEqual(['sent', 1]);
  await smtp.close();
});
