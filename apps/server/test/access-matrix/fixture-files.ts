import { gzipSync } from 'node:zlib';
import { role } from '@recoup/contract/core/access';
import { newId } from '@recoup/contract/core/ids';
import type { Db } from '../../src/platform/database/connections.ts';
import { aLetterhead } from '../factories.ts';
import type { FirmFixture } from './firm-fixture.ts';
import { insertRows } from '../rows.ts';

/**
 * A closed export that was mailed; firm B has made seven, so that a number tells whose were
 * counted.
 */
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
