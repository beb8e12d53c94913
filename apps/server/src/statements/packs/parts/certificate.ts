import type { Readable } from 'node:stream';
import { formatRand, toRandTotal } from '@recoup/contract/core/money';
import { portrait, textBlock } from '../../../platform/pdf/tagged-pages.ts';
import { tableBlocks } from '../../../platform/pdf/tagged-table.ts';
import { type MadePart, type PackFacts, packSums } from '../pack.ts';
import type { BundleResult } from './bundle-pdf.ts';
import { leftOutNote, packPdf, synopsis } from './schedule.ts';

const certificateTitle = 'Certificate of the taxation pack';

type Certified = { parts: readonly MadePart[]; bundle: BundleResult };

/** Counts, sums and hashes for a program; of the same lines always the same. */
export function certificateJson(facts: PackFacts, { parts, bundle }: Certified): Buffer {
  const sums = packSums(facts.items);
  const leftOutCents = facts.leftOut.reduce((sum, each) => sum + BigInt(each.grossCents), 0n);
  const certificate = {
    firm: facts.firm.name,
    matter: facts.matter,
    from: facts.from,
    to: facts.to,
    masksNumbers: facts.masksNumbers,
    items: facts.items.length,
    calls: facts.calls.length,
    vouchers: facts.vouchers.length,
    withoutVoucher: facts.items.filter(({ isVoucherMissing }) => isVoucherMissing).length,
    pages: bundle.pages,
    damaged: bundle.damaged,
    sums: {
      fees: toRandTotal(sums.fees),
      disbursements: toRandTotal(sums.disbursements),
      vat: toRandTotal(sums.vat),
      total: toRandTotal(sums.total),
    },
    leftOut: { lines: facts.leftOut.length, sum: toRandTotal(leftOutCents) },
    parts,
  };
  return Buffer.from(`${JSON.stringify(certificate, null, 2)}\n`);
}

/** The same for people. */
export function certificatePdf(facts: PackFacts, { parts, bundle }: Certified): Readable {
  const of = { title: certificateTitle, shape: portrait, outline: certificateTitle };
  return packPdf(facts, of, (pen) => {
    const counts = [
      ['Items', String(facts.items.length)],
      ['Calls with evidence', String(facts.calls.length)],
      ['Vouchers', String(facts.vouchers.length)],
      ['Pages of the bundle', String(bundle.pages)],
      ...synopsis(facts).map(([name, , cents]) => [name, formatRand(cents)]),
      ['VAT in the total', formatRand(packSums(facts.items).vat)],
    ];
    const columns = [{ title: 'What the pack holds' }, { title: '', width: 120, isRight: true }];
    const hashes = [
      { title: 'Part', width: 90 },
      { title: 'Bytes', width: 70, isRight: true },
      { title: 'SHA-256' },
    ];
    return [
      ...tableBlocks(pen, { columns, rows: counts.map((cells) => ({ cells })) }),
      ...notes(facts, bundle).map((text) => textBlock(pen, { text })),
      textBlock(pen, { text: 'Parts', isHeading: true }),
      ...tableBlocks(pen, {
        columns: hashes,
        rows: parts.map(({ name, bytes, sha256 }) => ({ cells: [name, String(bytes), sha256] })),
      }),
      textBlock(pen, {
        text:
          'A part is unchanged if its SHA-256 is the one above. The page Verify a file of Recoup ' +
          'says so of the ZIP and of each part.',
      }),
    ];
  });
}

function notes(facts: PackFacts, { damaged }: BundleResult): string[] {
  const missing = facts.items.filter(({ isVoucherMissing }) => isVoucherMissing).length;
  const leftOut = leftOutNote(facts);
  return [
    ...(missing === 0 ? [] : [`Disbursements without the file of a voucher: ${missing}.`]),
    ...(damaged.length === 0 ? [] : [`Damaged, with a sheet that says so: ${damaged.join(', ')}.`]),
    ...(leftOut === undefined ? [] : [leftOut]),
    ...(facts.masksNumbers ? ['The last four digits of the numbers of others are hidden.'] : []),
  ];
}
