import { newId } from '@recoup/contract/core/ids';
import type { TestApp } from './app.ts';

/** Messages as servers may put them: with an address, a path and a secret. */
export const echoes = ['clerk@lawfirm.co.za', '/secret/in', 'hunter2-hunter2'];
const [person, path, secret] = echoes;

/** A firm in which every road fails since `since`. */
export async function aFailingFirm(test: TestApp, { since }: { since: Date }) {
  const firm = await test.aFirm();
  const { id: savedBy } = await test.anAdmin({ firm });
  const firmId = firm.id;
  const [serverId, handOverId, webhookId, runId, deliveryId, mailId] = Array.from(
    { length: 6 },
    () => newId(),
  ) as [string, string, string, string, string, string]; // as many as named
  await test.insertRows('sftpServers', {
    firmId,
    id: serverId,
    name: 'Ledger',
    host: 'sftp.example.com',
    port: 22,
    userName: 'recoup',
    secretKind: 'password',
    sealedSecret: Buffer.from('sealed'),
    folder: '/in',
    createdAt: since,
  });
  const common = { firmId, savedBy, serverId, timeOfDay: '16:00', isOn: true, nextAt: future };
  await test.insertRows('handOvers', {
    ...common,
    id: handOverId,
    name: 'Month end',
    type: 'csv',
    dayKind: 'daily',
    createdAt: since,
  });
  await test.insertRows('handOverRuns', {
    firmId,
    id: runId,
    handOverId,
    name: 'Month end',
    dueAt: since,
    startedAt: since,
    upTo: '2026-03-17',
    state: 'sending',
    message: `No file can be written into the folder. The server said: ${path} ${secret}`,
    type: 'csv',
    serverId,
    recipient: 'sftp.example.com, /in',
    tries: 3,
    nextTryAt: future,
    giveUpAt: future,
  });
  await test.insertRows('matterIntakes', {
    ...common,
    folder: '/in',
    pattern: '*.csv',
    days: 'daily',
    problem: 'The server did not answer in time.',
    tries: 2,
    failingSince: since,
    failingTries: 6,
  });
  await test.insertRows('webhooks', {
    firmId,
    id: webhookId,
    url: `https://hooks.example.com${path}?token=${secret}`,
    events: ['import.done'],
    lane: 0,
    sealedSecret: Buffer.from('sealed'),
    failingSince: since,
    createdAt: since,
  });
  await test.insertRows('webhookDeliveries', {
    firmId,
    id: deliveryId,
    webhookId,
    event: 'import.done',
    payload: '{}',
    state: 'waiting',
    createdAt: since,
    waitingSince: since,
    tries: 4,
    triedAt: since,
    nextTryAt: future,
    status: 500,
    error: 'The receiver answered 500.',
  });
  await test.insertRows('mails', {
    firmId,
    id: mailId,
    toAddress: person ?? '',
    subject: 's',
    body: 'b',
    state: 'queued',
    attempts: 5,
    lastError: `Can't send mail: 451 4.7.1 <${person}> try ${secret}`,
    createdAt: since,
  });
  return { ...firm, serverId, handOverId, webhookId, runId, deliveryId, mailId };
}

const future = new Date('2026-03-18T10:00:00Z');
