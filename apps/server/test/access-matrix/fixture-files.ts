import { gzipSync } from 'node:zlib';
import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../src/platform/database/connections.ts';
import { aLetterhead } from '../factories.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';
import { randomBytes } from 'node:crypto';

/** A closed export that was mailed. The numbers of exports tell the firms apart. */
export async function someFiles(
  db: Db,
  side: FirmFixture,
  { now, exports }: { now: Date; exports: number },
): Promise<void> {
  const { id: firmId, secret, people } = side;
  const line = Buffer.from(
    'Date,Matter,Client,Description,Attorney,Type,Minutes,Quantity,Amount,Narration\r\n' +
      `2026-03-05,${secret},,,,,,,1.00,\r\n`,
  );
  const counts = { rowCount: 1, sumCents: '100', byteCount: line.length, sha256: side.exportHash };
  await insertRows(db, 'exports', {
    id: side.export.id,
    firmId,
    number: exports,
    closing: true,
    userId: people.admin.id,
    createdAt: now,
    letterhead: await aLetterhead(db, firmId, side.mark),
    ...counts,
  });
  await insertRows(db, 'exportParts', {
    firmId,
    exportId: side.export.id,
    position: 0,
    content: gzipSync(line),
  });
  const held = {
    id: newId(),
    firmId,
    attorneyId: people.attorney.id,
    createdBy: people.attorney.id,
    matterId: side.matter.id,
    createdAt: now,
  };
  const told = {
    disbursementTypeId: side.type.id,
    date: '2026-03-05',
    amountCents: 100,
    narration: secret,
    exportId: side.export.id,
  };
  await insertRows(db, 'entries', { ...held, ...told });
  const mail = {
    firmId,
    userId: people.admin.id,
    exportId: side.export.id,
    attachment: 'csv',
    createdAt: now,
    state: 'sent',
  };
  await insertRows(db, 'mails', {
    ...mail,
    id: side.mail.id,
    toAddress: `to@${side.mark}.example`,
    subject: secret,
    body: secret,
  });
}

/** As many mails as a firm may send in an hour, of a firm without users. */
export async function spendMails(db: Db, now: Date): Promise<void> {
  const firmId = newId();
  const user = {
    id: newId(),
    firmId,
    role: role.attorneyAdmin,
    name: 'Busy Neighbour',
    email: 'busy@neighbour.co.za',
    cell: '',
    status: 2,
  };
  const [exportId, sha256] = [newId(), Buffer.from(firmId)];
  await insertRows(db, 'firms', { id: firmId, name: 'A busy neighbour' });
  await insertRows(db, 'users', user);
  const letterhead = await aLetterhead(db, firmId);
  const counts = { rowCount: 1, sumCents: '1', byteCount: 1, sha256, letterhead };
  await insertRows(db, 'exports', {
    id: exportId,
    firmId,
    number: 30,
    closing: false,
    userId: user.id,
    ...counts,
  });
  const mails = Array.from({ length: 20 }, () => newId()).map((id) => ({ id }));
  const mail = {
    firmId,
    userId: user.id,
    exportId,
    attachment: 'csv',
    toAddress: 'x@y.example',
    subject: 'x',
    body: 'x',
    state: 'sent',
    createdAt: now,
  };
  await insertRows(
    db,
    'mails',
    mails.map((ids) => ({ ...mail, ...ids })),
  );
}

/** An SFTP server whose secret cannot be opened, a hand-over by mail, and a run to the server. */
export async function someHandOver(
  db: Db,
  { id: firmId, sftpServer, handOver, handOverRun, mark, secret, people, ...side }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  await insertRows(db, 'sftpServers', {
    firmId,
    id: sftpServer.id,
    name: `Server ${mark}`,
    host: '10.0.0.1',
    port: 22,
    userName: secret,
    secretKind: 'password',
    sealedSecret: randomBytes(40),
    folder: `/${secret}`,
    createdAt: now,
  });
  await insertRows(db, 'handOvers', {
    firmId,
    id: handOver.id,
    name: `Hand-over ${secret}`,
    type: 'csv',
    email: `ledger@${secret}.example`,
    dayKind: 'daily',
    timeOfDay: '16:00',
    isOn: true,
    savedBy: people.admin.id,
    createdAt: now,
    nextAt: new Date(now.getTime() + 3_600_000),
  });
  await insertRows(db, 'handOverRuns', {
    firmId,
    id: handOverRun.id,
    handOverId: handOver.id,
    name: `Hand-over ${secret}`,
    dueAt: now,
    startedAt: now,
    upTo: '2026-03-05',
    state: 'failed',
    message: `No server for ${secret}`,
    exportId: side.export.id,
    type: 'csv',
    serverId: sftpServer.id,
    recipient: `10.0.0.1, /${secret}`,
    fileName: `${secret}.csv`,
    tries: 1,
  });
}

/** A folder of a server of its own, a run, and a file that could not be moved. */
export async function someMatterIntake(
  db: Db,
  { id: firmId, mark, secret, people }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  const serverId = newId();
  await insertRows(db, 'sftpServers', {
    firmId,
    id: serverId,
    name: `Practice system ${mark}`,
    host: '10.0.0.2',
    port: 22,
    userName: secret,
    secretKind: 'password',
    sealedSecret: randomBytes(40),
    folder: '',
    createdAt: now,
  });
  const nextAt = new Date(now.getTime() + 3_600_000);
  const place = { serverId, folder: `/${secret}`, pattern: `${secret}*`, days: 'daily' };
  await insertRows(db, 'importWords', {
    firmId,
    field: 'attorney',
    wordKey: secret.toLowerCase(),
    word: secret,
    attorneyId: people.attorney.id,
    updatedAt: now,
  });
  await insertRows(db, 'matterIntakes', {
    firmId,
    ...place,
    timeOfDay: '06:00',
    isOn: true,
    savedBy: people.admin.id,
    nextAt,
  });
  const files = JSON.stringify([
    { name: secret, state: 'refused', message: secret, movedTo: null },
  ]);
  await insertRows(db, 'matterIntakeRuns', {
    firmId,
    id: newId(),
    startedAt: now,
    state: 'done',
    message: secret,
    files,
  });
  await insertRows(db, 'matterIntakeFiles', { firmId, name: secret, bytes: 10, modifiedAt: now });
}

/** A webhook whose secret cannot be opened, and a delivery that was given up. */
export async function someWebhooks(
  db: Db,
  { id: firmId, webhook, webhookDelivery, secret }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  await insertRows(db, 'webhooks', {
    firmId,
    id: webhook.id,
    url: `https://receiver.invalid/${encodeURIComponent(secret)}`,
    events: ['export.closed'],
    lane: 0,
    sealedSecret: randomBytes(40),
    createdAt: now,
  });
  await insertRows(db, 'webhookDeliveries', {
    firmId,
    id: webhookDelivery.id,
    webhookId: webhook.id,
    event: 'export.closed',
    payload: JSON.stringify({ secret }),
    state: 'failed',
    createdAt: now,
    waitingSince: now,
    tries: 12,
    triedAt: now,
    status: 500,
  });
}

/** A layout with settings, of whose file of the export the ledger shows the control total. */
export async function someLayout(
  db: Db,
  { id: firmId, layout, mark, secret, people, ...side }: FirmFixture,
  { now }: { now: Date },
): Promise<void> {
  const form = { delimiter: ';', quote: 'never', lineEnd: 'lf', encoding: 'utf-8', records: 1 };
  const column = { title: 'Matter', field: 'matterNumber', fit: 'cut', align: 'left' };
  const columns = [{ ...column, date: 'yyyy-mm-dd', sign: 'minus', decimalMark: '.' }];
  const definition = JSON.stringify({ header: true, ...form, columns });
  const name = `Layout ${mark}`;
  await insertRows(db, 'postingLayouts', {
    firmId,
    id: layout.id,
    name,
    definition,
    createdAt: now,
  });
  const settings = JSON.stringify({ accounts: {}, firmId: secret });
  await insertRows(db, 'postingLayoutSettings', [
    { firmId, layout: layout.id, settings },
    { firmId, layout: 'legalsuite', settings },
  ]);
  await insertRows(db, 'postingFiles', {
    firmId,
    exportId: side.export.id,
    layout: layout.id,
    layoutName: name,
    rowCount: 1,
    sumCents: '100',
    createdAt: now,
    createdBy: people.admin.id,
  });
}
