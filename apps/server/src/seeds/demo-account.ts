import { createHash } from 'node:crypto';
import { newId } from '@recoup/contract/core/ids';
import { formatRand } from '@recoup/contract/core/money';
import { sql } from 'kysely';
import type { Trx } from '../platform/database/connections.ts';
import { type Firm, typeId } from './demo-firm.ts';

const supplierName = 'Church Square Copies';
const number = 'CS 1042';

type Line = { id: string; matter: string; attorney: string; quantity: number; amountCents: number };

/**
 * The account of a copy shop for one day, of entries that the firm has: its sums stay as they are.
 * The first line names the page of the account's PDF.
 */
export async function seedAccount(
  trx: Trx,
  firm: Firm,
  { date, now }: { date: string; now: Date },
): Promise<void> {
  const firmId = firm.id;
  const { adminId } = await trx
    .selectFrom('firms')
    .where('id', '=', firmId)
    .select('adminId')
    .$narrowType<{ adminId: string }>()
    .executeTakeFirstOrThrow();
  const added = { createdAt: now, createdBy: adminId };
  const lines = await listCopies(trx, firm, date);
  const supplier = { firmId, id: newId(), name: supplierName, code: 'CHU001', createdAt: now };
  await trx.insertInto('suppliers').values(supplier).execute();
  const account = {
    firmId,
    id: newId(),
    supplierId: supplier.id,
    number,
    numberKey: 'cs1042',
    date,
    totalCents: lines.reduce((sum, { amountCents }) => sum + amountCents, 0),
    requestSha256: sha256(Buffer.from(number)),
  };
  await trx
    .insertInto('supplierAccounts')
    .values({ ...account, ...added })
    .execute();
  await linkEntries(trx, { firmId, accountId: account.id, lines });
  const [first] = lines;
  if (first) await linkInvoice(trx, { firmId, accountId: account.id, lines, first, adminId, now });
}

type Linked = { firmId: string; accountId: string; lines: readonly Line[] };

async function linkEntries(trx: Trx, { firmId, accountId, lines }: Linked): Promise<void> {
  for (const [at, { id }] of lines.entries())
    await trx
      .updateTable('entries')
      .set({ supplierAccountId: accountId, accountLine: at + 1 })
      .set({ accountPages: at === 0 ? '1' : null })
      .where('firmId', '=', firmId)
      .where('id', '=', id)
      .execute();
}

async function listCopies(trx: Trx, firm: Firm, date: string): Promise<Line[]> {
  const { rows } = await sql<Line>`
    select e.id, m.number as matter, u.name as attorney, e.quantity, e.amount_cents
    from entries e
    join matters m on m.firm_id = ${firm.id} and m.id = e.matter_id
    join users u on u.firm_id = ${firm.id} and u.id = e.attorney_id
    where e.firm_id = ${firm.id} and e.date = ${date}
      and e.disbursement_type_id = ${typeId(firm.types, 'Photocopies')}
    order by m.number, e.id`.execute(trx);
  return rows;
}

type Invoice = Linked & { first: Line; adminId: string; now: Date };

/** Links the account, and the entry of its first line, with the invoice. */
async function linkInvoice(trx: Trx, invoice: Invoice): Promise<void> {
  const { firmId, accountId, first, adminId: addedBy, now } = invoice;
  const content = invoicePdf(invoiceTexts(invoice.lines));
  const hash = sha256(content);
  const [voucherId, linkId] = [newId(), newId()];
  const voucher = { firmId, id: voucherId, kind: 'pdf', bytes: content.length, pages: 1 };
  const hashes = { sha256: hash, receivedSha256: hash, linkedAt: now };
  await trx
    .insertInto('vouchers')
    .values({ ...voucher, ...hashes })
    .execute();
  await trx.insertInto('voucherPieces').values({ firmId, voucherId, place: 0, content }).execute();
  const link = { firmId, voucherId, name: `${number}.pdf`, addedBy, addedAt: now };
  await trx
    .insertInto('accountVouchers')
    .values({ ...link, id: linkId, accountId, firstPage: 1 })
    .execute();
  await trx
    .insertInto('entryVouchers')
    .values({ ...link, id: newId(), entryId: first.id, pages: '1', accountVoucherId: linkId })
    .execute();
}

function invoiceTexts(lines: readonly Line[]): string[] {
  const row = (text: string, amount: string) => text.padEnd(46) + amount.padStart(14);
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  return [
    supplierName,
    '12 Church Square, Pretoria',
    '',
    `INVOICE ${number}`,
    '',
    ...lines.map(({ matter, attorney, quantity, amountCents }) =>
      row(`${matter}  ${attorney}, ${quantity} pages`, asciiRand(amountCents)),
    ),
    '',
    row('To pay within 30 days', asciiRand(cents)),
  ];
}

function asciiRand(cents: number): string {
  return formatRand(cents).replaceAll(/\s/g, ' ');
}

/** A PDF of one page, in a font that each viewer has. */
function invoicePdf(texts: readonly string[]): Buffer {
  const shown = texts.map((text) => `(${text.replaceAll(/[\\()]/g, String.raw`\$&`)}) Tj T*`);
  const content = `BT /F1 11 Tf 16 TL 60 770 Td\n${shown.join('\n')}\nET`;
  const bodies = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R ' +
      '/Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Courier /Encoding /WinAnsiEncoding >>',
  ];
  let file = '%PDF-1.7\n';
  const places = bodies.map((body, at) => {
    const place = file.length;
    file += `${at + 1} 0 obj\n${body}\nendobj\n`;
    return `${String(place).padStart(10, '0')} 00000 n \n`;
  });
  const table = `xref\n0 6\n0000000000 65535 f \n${places.join('')}`;
  const end = `trailer\n<< /Size 6 /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return Buffer.from(file + table + end, 'latin1');
}

function sha256(content: Buffer): Buffer {
  return createHash('sha256').update(content).digest();
}
