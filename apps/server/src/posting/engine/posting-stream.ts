import { postingLimits, type AmountField } from '@recoup/contract/posting/rules';
import { createPauses } from '../../platform/core/pauses.ts';
import { byteOrderMark, encode } from './encodings.ts';
import { createFindings, type Findings } from './findings.ts';
import { createLayoutWriter, type EngineLayout } from './layout-writer.ts';
import type { Invoice, PostingFile, PostingLine } from './posting-line.ts';
import { type AnyColumn, hasField } from './fields.ts';

export type LineBatches = AsyncIterable<readonly PostingLine[]>;

/** Total of the amounts in a file, in cents, with the VAT in it; null without VAT. */
export type ControlTotal = { rows: number; sumCents: bigint; vatCents: bigint | null };

/**
 * Reads all lines without writing any, and yields to other requests. Returns what keeps them from
 * being written, what they add up to, and the file with the totals of its invoices. A file that
 * would be too large is not read to its end.
 */
export async function checkLines(
  batches: LineBatches,
  { layout, file }: { layout: EngineLayout; file: Omit<PostingFile, 'invoices'> },
): Promise<{ findings: Findings; total: ControlTotal; file: PostingFile }> {
  const findings = createFindings();
  const invoices = new Map<string, Invoice>();
  const whole = { ...file, invoices };
  const { check } = createLayoutWriter(layout, { file: whole, findings });
  const controlAmount = chooseControlAmount(layout.columns);
  const total = { rows: 0, sumCents: 0n, vatCents: 0n, hasVat: false };
  const pause = createPauses();
  let characters = 0;
  reading: for await (const lines of batches)
    for (const line of lines) {
      total.rows += 1;
      const { cents, vatCents } = controlAmount(line);
      total.hasVat ||= vatCents !== null;
      total.vatCents += BigInt(vatCents ?? 0);
      total.sumCents += BigInt(cents);
      if (layout.hasInvoices === true) addToInvoice(invoices, line);
      // As the export's CSV is counted: its first row is the header.
      findings.begin(total.rows + 1, line);
      characters += check(line, total.rows);
      if (characters > postingLimits.fileCharacters) {
        findings.tooLarge();
        break reading;
      }
      await pause();
    }
  const { rows, sumCents, vatCents, hasVat } = total;
  return { findings, total: { rows, sumCents, vatCents: hasVat ? vatCents : null }, file: whole };
}

/** So many characters are handed on at a time. */
const pieceLength = 64 * 1024;

/** The file of lines that `checkLines` has checked. Yields to other requests. */
export async function* postingBytes(
  batches: LineBatches,
  of: { layout: EngineLayout; file: PostingFile; firstNumber?: number },
): AsyncGenerator<Buffer> {
  const { layout, file, firstNumber = 1 } = of;
  const { head, write } = createLayoutWriter(layout, { file, findings: createFindings() });
  let number = firstNumber;
  let text = byteOrderMark(layout.encoding) + head;
  const pause = createPauses();
  for await (const lines of batches)
    for (const line of lines) {
      text += write(line, number);
      number += 1;
      if (text.length >= pieceLength) {
        yield encode(layout.encoding, text);
        text = '';
      }
      await pause();
    }
  if (text !== '') yield encode(layout.encoding, text);
}

/** The lines in pieces of so many, each for a file of its own, to be read one after the other. */
export function splitLines(batches: LineBatches, size: number): { next: () => LineBatches } {
  const source = batches[Symbol.asyncIterator]();
  let waiting: readonly PostingLine[] = [];
  const take = async (most: number): Promise<readonly PostingLine[]> => {
    if (waiting.length === 0) {
      const { value, done } = await source.next();
      if (done === true) return [];
      waiting = value;
    }
    const taken = waiting.slice(0, most);
    waiting = waiting.slice(most);
    return taken;
  };
  return {
    next: async function* piece() {
      for (let wanted = size; wanted > 0; ) {
        const lines = await take(wanted);
        if (lines.length === 0) return;
        wanted -= lines.length;
        yield lines;
      }
    },
  };
}

function addToInvoice(invoices: Map<string, Invoice>, line: PostingLine): void {
  const { date, matterNumber } = line;
  const [gross, vat] = [BigInt(grossAmount(line)), BigInt(line.vat?.vatCents ?? 0)];
  const invoice = invoices.get(matterNumber);
  if (!invoice) {
    invoices.set(matterNumber, { grossCents: gross, vatCents: vat, firstDay: date, lastDay: date });
    return;
  }
  invoice.grossCents += gross;
  invoice.vatCents += vat;
  if (date < invoice.firstDay) invoice.firstDay = date;
  if (date > invoice.lastDay) invoice.lastDay = date;
}

type Amount = (line: PostingLine) => { cents: number; vatCents: number | null };

/**
 * The amount that a line adds to the control total, and the VAT in it, as the columns of the layout
 * show them. That is its gross amount where a column has it, or where net and VAT stand side by
 * side. A layout without amounts posts none; its total says which lines it lists.
 */
function chooseControlAmount(columns: readonly AnyColumn[]): Amount {
  const has = (...fields: AmountField[]) => fields.some((field) => hasField(columns, field));
  if (has('gross', 'debit', 'credit', 'legAmount')) return asGross;
  if (has('net')) return has('vat', 'legVat') ? asGross : asNet;
  if (has('amount')) return asRecorded;
  return has('vat', 'legVat') ? asVatAlone : asGross;
}

function grossAmount({ vat, amountCents }: PostingLine): number {
  return vat?.grossCents ?? amountCents;
}

const asGross: Amount = (line) => ({
  cents: grossAmount(line),
  vatCents: line.vat?.vatCents ?? null,
});
const asNet: Amount = ({ vat, amountCents }) => ({
  cents: vat?.netCents ?? amountCents,
  vatCents: null,
});
/** With VAT where the prices of the firm included it. */
const asRecorded: Amount = ({ vat, amountCents }) => ({
  cents: amountCents,
  vatCents: vat?.grossCents === amountCents ? vat.vatCents : null,
});
const asVatAlone: Amount = ({ vat }) => ({
  cents: vat?.vatCents ?? 0,
  vatCents: vat?.vatCents ?? null,
});
