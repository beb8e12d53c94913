import { isDeepStrictEqual } from 'node:util';
import { isoDate } from '@recoup/contract/core/fields';
import { emailDomain, email, isDomain, isEmail } from '@recoup/contract/core/email-field';
import { cell } from '@recoup/contract/core/cell-field';
import { firmFields } from '@recoup/contract/firms/endpoints';
import { formatRand, toCents, toRand } from '@recoup/contract/core/money';
import fc from 'fast-check';
import { readJpegShape } from '../../apps/server/src/platform/core/jpeg-shape.ts';
import { orderDate, readDate } from '../../apps/server/src/platform/csv/dates.ts';
import { realJpeg } from '../../e2e/fixtures/real-jpeg.ts';
import { calls } from './fuzz-calls.ts';
import { piecesOf, type Reader } from './fuzz-reader.ts';
import {
  csvHeader,
  spreadsheetLines,
  type ExportLine,
  csvLineEncoder,
  readLines,
} from '../../apps/server/src/exports/snapshot/csv-lines.ts';

const cellText = piecesOf([...'"",;\t|\r\n \'=+-@a7\ufeff\u200b😀', '\r\n', 'Müller'], 6).map(
  // What no kind of file can hold is dropped when it is written (spreadsheet-cells.ts); a lone
  // surrogate is rejected by the server.
  (text) =>
    text.replace(/[^\P{Cc}\t\n\r]|[\u202A-\u202E\u2066-\u2069\uFFFE\uFFFF\uD800-\uDFFF]/gu, ''),
);
const optionalText = cellText.map((text) => (text === '' ? null : text));
const exportLine: fc.Arbitrary<ExportLine> = fc.record(
  {
    date: fc.constantFrom('2026-03-01', '1999-12-31'),
    matterNumber: cellText,
    client: optionalText,
    matterDescription: cellText,
    attorney: cellText,
    disbursementType: cellText,
    minutes: fc.option(fc.nat(100_000)),
    quantity: fc.option(fc.nat(100_000)),
    amountCents: fc.nat(10_000_000_000),
    narration: optionalText,
  },
  { noNullPrototype: true },
);

/** A line as `export-lines.repository.ts` reads it. */
function asRead(line: ExportLine): string {
  const matter = [line.matterNumber, line.client ?? '', line.matterDescription].join('\u001F');
  const { date, attorney, disbursementType, minutes, quantity, amountCents, narration } = line;
  return [
    date,
    matter,
    attorney,
    disbursementType,
    minutes ?? '',
    quantity ?? '',
    amountCents,
    narration ?? '',
  ].join('\u001E');
}

const people = { delimiter: ';', extras: [] };
const csv: Reader<ExportLine[]> = {
  made: fc.array(exportLine, { minLength: 1, maxLength: 3 }),
  holds(lines) {
    const write = csvLineEncoder([]);
    const text = lines.map((line) => write(asRead(line)).csv).join('');
    if (!isDeepStrictEqual([...readLines(text, [])], lines))
      throw new Error('read back it is another file');
    if ([...spreadsheetLines(csvHeader([]) + text, people)].length === 0)
      throw new Error('nothing is left for people');
  },
};

const someEmail = email({ required: 'none', invalid: 'bad' });

const emails: Reader<string> = {
  made: piecesOf(
    [...'@@.aB+-_" \0é<>,']
      .concat('firm', 'co', 'za', '\r\n', 'xn--')
      .concat('x'.repeat(63), 'y'.repeat(200)),
  ),
  holds(value) {
    const parsed = someEmail.safeParse(value);
    if (isEmail(value.trim()) !== parsed.success) throw new Error('the two checks differ');
    if (!parsed.success) return;
    const { data } = parsed;
    if (someEmail.parse(data) !== data) throw new Error('reading it twice changes it');
    if (!/^[\x21-\x7e]+$/.test(data) || /[",<>()[\]\\:;]/.test(data))
      throw new Error('it could break out of a header of a mail');
    if (data.length > 254 || data.indexOf('@') > 64 || !isDomain(emailDomain(data)))
      throw new Error('too long, or without a domain');
  },
};

const domains: Reader<string> = {
  made: piecesOf(
    [...'..a-_@ /\0ı。']
      .concat('B9', 'firm', 'co', 'za', 'xn--', '127.0.0.1')
      .concat('x'.repeat(63), 'y'.repeat(64)),
  ),
  holds(value) {
    const parsed = firmFields.domains.safeParse([value]);
    if (!parsed.success) return;
    const [data] = parsed.data;
    if (data === undefined || !isDomain(data) || data !== value.trim().toLowerCase())
      throw new Error('it is another one than was given');
    if (!isDeepStrictEqual(firmFields.domains.parse([data]), [data]))
      throw new Error('reading it twice changes it');
    if (!data.includes('xn--') && new URL(`http://${data}/`).hostname !== data)
      throw new Error('a browser reads another host');
  },
};

const cells: Reader<string> = {
  made: piecesOf([...'08- ()\u00a0٣９a\0', '82', '123', '4567', '+27', '0027'], 8),
  holds(value) {
    const parsed = cell.safeParse(value);
    if (!parsed.success) return;
    if (!/^[0-9]{10}$/.test(parsed.data) || cell.parse(parsed.data) !== parsed.data)
      throw new Error('no ten digits, or others the second time');
  },
};

const money: Reader<{ cents: number; rand: number }> = {
  made: fc.record({ cents: fc.maxSafeInteger(), rand: fc.double() }),
  holds({ cents, rand }) {
    const within = Math.trunc(cents / 10);
    if (toCents(toRand(within)) !== within)
      throw new Error('cents do not survive the way over the wire');
    const shown = formatRand(cents)
      .replace('\u2212', '-')
      .replace(/R|\u00A0|\./g, '');
    if (Number(shown) !== cents) throw new Error('what is shown is another amount');
    try {
      if (toRand(toCents(rand)) !== rand && rand !== 0)
        throw new Error('it was taken for another amount');
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
    }
  },
};

const dates: Reader<string> = {
  made: piecesOf(
    [...'20-/. T\n']
      .concat('2026', '1899', '2100', '26', '02', '29', '30', '31', '12')
      .concat('Mar', 'maart', 'Okt', '10:00', '45000'),
    7,
  ),
  holds(value) {
    const read = readDate(value);
    const days =
      read.kind === 'unordered'
        ? [orderDate(value, read, 'DMY'), orderDate(value, read, 'MDY')]
        : [read];
    for (const day of days)
      if (day.kind === 'day' && !isoDate.safeParse(day.iso).success)
        throw new Error(`${day.iso} is no day`);
    if (read.kind === 'unordered' && days.every(({ kind }) => kind === 'error'))
      throw new Error('it has two orders and no day');
    if (isoDate.safeParse(value).success && /^(?:19|20)/.test(value) && days[0]?.kind !== 'day')
      throw new Error('a day was not read');
  },
};

const change = fc.tuple(fc.nat(realJpeg.length - 1), fc.nat(255));
const dataUrls: Reader<{ changes: [number, number][]; end: number; head: string }> = {
  made: fc.record({
    changes: fc.array(change, { maxLength: 8 }),
    end: fc.integer({ min: 0, max: realJpeg.length }),
    head: fc.constantFrom(
      'data:image/jpeg;base64,',
      'data:image/jpg;base64,',
      'DATA:image/jpeg;base64,',
      'data:image/png;base64,',
      'data:,',
      'null',
      '',
    ),
  }),
  holds({ changes, end, head }) {
    const bytes = Buffer.from(realJpeg.subarray(0, end));
    for (const [at, value] of changes) if (at < end) bytes[at] = value;
    firmFields.logo.safeParse(head + bytes.toString('base64'));
    const shape = readJpegShape(bytes);
    if (shape && (shape.width < 1 || shape.height < 1 || shape.scans < 1))
      throw new Error('a picture without a pixel');
    if (!shape && end === realJpeg.length && changes.length === 0)
      throw new Error('a good picture was refused');
  },
};

export const readers = { emails, domains, cells, csv, money, dates, dataUrls, calls } as const;
