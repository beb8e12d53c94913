import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import { expect } from 'vitest';
import type { TestApp } from './app.ts';
import { someCollections } from './access-matrix/collections.ts';
import { someCalls } from './busy-calls.ts';
import { aSignOn } from './busy-sign-on.ts';
import { aTaxationPack } from './taxation-packs.ts';
import { aStoredVoucher, aVoucherLink } from './vouchers.ts';
import { aWebhook } from './webhooks.ts';

type Send = <T>(what: string, body?: unknown) => Promise<T>;

/** An SFTP server, a hand-over to it that has run, and an import from it. */
async function aHandOver(
  test: TestApp,
  send: Send,
  { firmId, name, exportId }: { firmId: string; name: string; exportId: string },
): Promise<void> {
  const server = await send<{ data: { _id: string } }>('POST /sftp-servers', {
    name: `Server ${name}`,
    host: 'sftp.example.com',
    user: `user of ${name}`,
    password: `the secret of ${name}`,
    folder: `/${name}`,
  });
  const serverId = server.data._id;
  const handOver = await send<{ data: { _id: string } }>('POST /hand-overs', {
    name: `Hand-over ${name}`,
    on: 'daily',
    time: '16:00',
    server: serverId,
  });
  const now = test.clock.now();
  await test.insertRows('handOverRuns', {
    firmId,
    id: newId(),
    handOverId: handOver.data._id,
    name: `Hand-over ${name}`,
    dueAt: now,
    startedAt: now,
    upTo: '2026-03-05',
    state: 'sent',
    type: 'csv',
    exportId,
    serverId,
    recipient: `sftp.example.com, /${name}`,
    fileName: `file of ${name}.csv`,
    tries: 1,
  });
  await aMatterIntake(test, send, { firmId, name, serverId });
}

/** A folder that is read on schedule, a run, and a file that could not be moved. */
async function aMatterIntake(
  test: TestApp,
  send: Send,
  { firmId, name, serverId }: { firmId: string; name: string; serverId: string },
): Promise<void> {
  await send('PUT /matter-intake', { server: serverId, folder: `/${name}`, time: '06:00' });
  const now = test.clock.now();
  const file = { name: `file of ${name}.csv`, state: 'imported', message: name, movedTo: null };
  const files = JSON.stringify([file]);
  await test.insertRows('matterIntakeRuns', {
    firmId,
    id: newId(),
    startedAt: now,
    state: 'done',
    message: name,
    files,
  });
  await test.insertRows('matterIntakeFiles', {
    firmId,
    name: file.name,
    bytes: 10,
    modifiedAt: now,
  });
}

async function aVoucher(
  test: TestApp,
  of: Record<'firm' | 'admin' | 'entry', { id: string }> & { name: string },
): Promise<string> {
  const [firmId, now] = [of.firm.id, test.clock.now()];
  const content = Buffer.from(`voucher of ${of.name}`);
  const voucherId = await aStoredVoucher(test.db, { firmId, content, linkedAt: now });
  const link = { firmId, entryId: of.entry.id, voucherId, addedBy: of.admin.id, addedAt: now };
  await aVoucherLink(test.db, { ...link, name: `Voucher of ${of.name}.jpg` });
  return voucherId;
}

/** A user who records for the attorney. */
async function aDelegate(
  test: TestApp,
  { firm, attorney }: { firm: { id: string; domain: string }; attorney: { id: string } },
): Promise<void> {
  const { id: userId } = await test.aUser({ firm });
  await test.insertRows('recordingRights', { firmId: firm.id, userId, attorneyId: attorney.id });
}

async function someFactors(test: TestApp, { id: userId }: { id: string }): Promise<void> {
  const hash = createHash('sha256').update(userId).digest();
  const times = { createdAt: test.clock.now(), expiresAt: test.clock.now() };
  const factor = { id: newId(), userId, kind: 'totp', name: 'App', createdAt: times.createdAt };
  await test.insertRows('secondFactors', { ...factor, sealedSecret: hash });
  await test.insertRows('recoveryCodes', { userId, hash });
  await test.insertRows('logonChallenges', {
    ...times,
    userId,
    tokenHash: hash,
    passwordHash: hash,
  });
}

async function anApiKey(
  test: TestApp,
  { firm, admin }: Record<'firm' | 'admin', { id: string }>,
): Promise<void> {
  await test.insertRows('apiKeys', {
    firmId: firm.id,
    id: newId(),
    userId: admin.id,
    name: 'Practice system',
    scopes: ['read'],
    tokenHash: createHash('sha256').update(admin.id).digest(),
    createdAt: test.clock.now(),
  });
}

async function aUnitPrice(
  test: TestApp,
  { firm, admin, type }: Record<'firm' | 'admin' | 'type', { id: string }>,
): Promise<void> {
  await test.insertRows('unitPrices', {
    id: newId(),
    firmId: firm.id,
    disbursementTypeId: type.id,
    validFrom: '2026-01-01',
    cents: 250,
    createdAt: test.clock.now(),
    createdBy: admin.id,
  });
}

/** A firm in which everything has happened once, so that each table holds rows of it. */
export type BusyFirm = {
  firm: { id: string; name: string };
  admin: { id: string; email: string; token: string };
  attorney: { id: string; email: string; token: string };
  type: { id: string };
  matter: { id: string };
  entry: { id: string };
  voucherId: string;
  packId: string;
  exportId: string;
  mailId: string;
  importId: string;
  rateChangeId: string;
  layoutId: string;
  webhookId: string;
};

export async function aBusyFirm(test: TestApp, name: string): Promise<BusyFirm> {
  const firm = await test.aFirm({ name: `Attorneys ${name}` });
  const admin = await test.anAdmin({ firm, name: `Admin ${name}` });
  const attorney = await test.aUser({ firm, name: `Attorney ${name}` });
  await test.updateRows('firms', { id: firm.id }, { adminId: admin.id });
  const tokens = { admin: await test.signIn(admin), attorney: await test.signIn(attorney) };
  await aDelegate(test, { firm, attorney });
  const type = await test.aDisbursementType(firm, { title: `Type ${name}` });
  const link = { firmId: firm.id, userId: attorney.id, disbursementTypeId: type.id, position: 1 };
  await test.insertRows('userDisbursementTypes', link);
  const schedule = await test.callFees(
    { firm, attorney, type },
    { upTo: { 5: 3300 }, thereafter: [5, 1000] },
  );
  await aUnitPrice(test, { firm, admin, type });
  const send = async <T>(what: string, body?: unknown): Promise<T> => {
    const reply = await test.call(what, { token: tokens.admin, body });
    expect([what, reply.statusCode, reply.statusCode < 300 ? '' : reply.body]).toEqual([
      what,
      expect.any(Number),
      '',
    ]);
    return reply.json<T>();
  };
  await send('PUT /import-words', { field: 'status', word: `Word of ${name}`, value: 'Closed' });
  for (const text of ['once', 'twice']) {
    const mapping = { number: 'Ref', description: 'Name' };
    await send('POST /upload', {
      fileStream: `Ref,Name\n${name}-1,Matter ${name} ${text}\n`,
      fileName: `${name}.csv`,
      mapping,
    });
  }
  const [matter] = (await send<{ data: { _id: string }[] }>('GET /matters')).data;
  const [lastImport] = (await send<{ data: { _id: string }[] }>('GET /imports')).data;
  const matterId = matter?._id ?? '';
  const entry = await test.anEntry(
    { firm, attorney, matter: { id: matterId }, type },
    { narration: `Narration ${name}`, minutes: 3 },
  );
  const rateChangeId = await aFeeChange(test, { firm, admin, entry, schedule });
  const voucherId = await aVoucher(test, { firm, admin, entry, name });
  await aCorrection(test, { firm, admin, entry, matter: { id: matterId }, type });
  await anAccount(test, send, { name, firm, admin, voucherId });
  const now = test.clock.now();
  await someCollections(test.db, { firmId: firm.id, text: name, now });
  await send('POST /list-views', { list: 'entries', name: `View ${name}`, query: 'search=a' });
  await send('PUT /hidden-columns', { list: 'entries', columns: [`column ${name}`] });
  await someCalls(test, send, { firm, attorney, name });
  const { data: closed } = await send<{ data: { _id: string } }>('POST /exports');
  const pack = { id: newId(), matterId, createdBy: admin.id, createdAt: test.clock.now() };
  await aTaxationPack(test.db, { firmId: firm.id, ...pack, mark: name });
  const layoutId = await aPostedLayout(test, send, {
    name,
    exportId: closed._id,
    token: tokens.admin,
  });
  await aHandOver(test, send, { firmId: firm.id, name, exportId: closed._id });
  const webhookId = await aWebhook(send, name);
  const draft = { from: '', to: `bookkeeper@${firm.domain}`, subject: `Mail ${name}`, body: '' };
  const { data: mail } = await send<{ data: { _id: string } }>('POST /sendMail?type=csv', draft);
  const place = createHash('sha256').update(name).digest();
  await test.insertRows('knownPlaces', { userId: attorney.id, place, seenAt: test.clock.now() });
  await someFactors(test, attorney);
  await anApiKey(test, { firm, admin });
  await aSignOn(test, { firm, admin });
  await aMonthEnd(test, { firm, attorney, mailId: mail._id });
  await test.call(`GET /v2/sendOtp?email=${attorney.email}`);
  return {
    firm,
    admin: { ...admin, token: tokens.admin },
    attorney: { ...attorney, token: tokens.attorney },
    type,
    matter: { id: matterId },
    entry,
    voucherId,
    packId: pack.id,
    exportId: closed._id,
    mailId: mail._id,
    importId: lastImport?._id ?? '',
    rateChangeId,
    layoutId,
    webhookId,
  };
}

/** An account of a supplier, without lines: these would be further entries. */
async function anAccount(
  test: TestApp,
  send: Send,
  of: { name: string; voucherId: string } & Record<'firm' | 'admin', { id: string }>,
): Promise<void> {
  const { name, firm, admin, voucherId } = of;
  const [accountId, createdAt] = [newId(), test.clock.now()];
  const code = `Creditor ${name}`;
  const supplier = { name: `Sheriff of ${name}`, code };
  const { data } = await send<{ data: { _id: string } }>('POST /suppliers', supplier);
  await test.insertRows('supplierAccounts', {
    firmId: firm.id,
    id: accountId,
    supplierId: data._id,
    number: `Account ${name}`,
    numberKey: `account${name}`,
    date: '2026-03-05',
    totalCents: 10_000,
    requestSha256: Buffer.alloc(32),
    createdAt,
    createdBy: admin.id,
  });
  await test.insertRows('accountVouchers', {
    firmId: firm.id,
    id: newId(),
    accountId,
    voucherId,
    name: `Account of ${name}.pdf`,
    addedBy: admin.id,
    addedAt: createdAt,
  });
}

/** With settings, and a file of the export. */
async function aPostedLayout(
  test: TestApp,
  send: <T>(what: string, body?: unknown) => Promise<T>,
  { name, exportId, token }: { name: string; exportId: string; token: string },
): Promise<string> {
  const columns = [{ title: 'Matter', field: 'matterNumber', fit: 'cut' }];
  const { data } = await send<{ data: { _id: string } }>('POST /posting-layouts', {
    name: `Layout ${name}`,
    columns,
  });
  await send(`PUT /posting-layouts/${data._id}/settings`, { firmId: `Firm ${name}` });
  await send(`PUT /posting-layouts/legalsuite/settings`, { firmId: `Firm ${name}` });
  const path = `GET /exports/${exportId}/file?layout=${data._id}`;
  expect(await test.call(path, { token })).toAnswer(200);
  return data._id;
}

/** It has left the entry as it was. */
async function aCorrection(
  test: TestApp,
  of: Record<'firm' | 'admin' | 'entry' | 'matter' | 'type', { id: string }>,
): Promise<void> {
  const [firmId, id] = [of.firm.id, newId()];
  const by = { createdAt: test.clock.now(), createdBy: of.admin.id };
  await test.insertRows('entryCorrections', {
    ...by,
    firmId,
    id,
    reason: 'Wrong file',
    requestSha256: Buffer.alloc(32),
    entries: 1,
  });
  await test.insertRows('entryCorrectionEntries', {
    firmId,
    correctionId: id,
    entryId: of.entry.id,
    version: 1,
    matterId: of.matter.id,
    disbursementTypeId: of.type.id,
    amountCents: 1000,
    vatTreatment: 'none',
    vatBasisPoints: 0,
    vatIncluded: false,
  });
}

/** It has left every price as it is, and remembers one. */
async function aFeeChange(
  test: TestApp,
  of: Record<'firm' | 'admin' | 'entry' | 'schedule', { id: string }>,
): Promise<string> {
  const [firmId, id] = [of.firm.id, newId()];
  await test.insertRows('rateChanges', {
    firmId,
    id,
    validFrom: '2026-04-01',
    basisPoints: 1,
    unitCents: 500,
    mode: 'nearest',
    isRepriced: true,
    reason: 'Agreed',
    requestSha256: Buffer.alloc(32),
    cells: 0,
    costBeforeCents: '0',
    costAfterCents: '0',
    unlocked: 0,
    locked: 0,
    repriced: 0,
    createdAt: test.clock.now(),
    createdBy: of.admin.id,
  });
  const [entryId, scheduleId] = [of.entry.id, of.schedule.id];
  await test.insertRows('rateChangeEntries', {
    firmId,
    changeId: id,
    entryId,
    scheduleId,
    amountCents: 1000,
    version: 1,
  });
  return id;
}

/** An app that is not confirmed, a recovery code, and a sign-in that waits. */
async function aMonthEnd(
  test: TestApp,
  of: { firm: { id: string }; attorney: { id: string }; mailId: string },
): Promise<void> {
  const [firmId, id] = [of.firm.id, of.attorney.id];
  await test.insertRows('exceptionAcceptances', {
    firmId,
    id: newId(),
    code: 'OLDPWD',
    subjectId: id,
    period: '',
    fingerprint: 'f'.repeat(32),
    reason: 'Away until May',
    acceptedAt: test.clock.now(),
    acceptedBy: id,
  });
  await test.insertRows('monthSignOffs', {
    firmId,
    attorneyId: id,
    month: '2026-02-01',
    completedAt: test.clock.now(),
  });
  await test.insertRows('reminders', { firmId, userId: id, day: '2026-02-27', mailId: of.mailId });
}
