import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { role } from '@recoup/contract/core/access';
import { fileTypes } from '@recoup/contract/exports/files';
import { createSession } from '../apps/server/src/account/session/sessions.service.ts';
import {
  withoutHeader,
  type ExportLine,
  readLines,
} from '../apps/server/src/exports/snapshot/csv-lines.ts';
import { connect, type Db } from '../apps/server/src/platform/database/connections.ts';
import { createPool } from '../apps/server/src/platform/database/pool.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { aFirmOfPayloads, aVatVendor } from './support/exported-firms.ts';
import { defineDrill } from './support/drill.ts';
import {
  convert,
  installLibraries,
  officeReaders,
  openCsv,
  programs,
  workbooks,
} from './support/office-readers.ts';
import { freePort, startServer } from './support/server.ts';

/** What an export is, as its kept lines and as a file. */
type Exported = { firm: string; lines: readonly ExportLine[]; csv: string };

export const drill = defineDrill({
  about:
    'Opens the XLSX and CSV of each demo firm, of a VAT vendor, and of a firm with --payloads ' +
    'formulas as texts, in office programs, and compares.',
  options: { payloads: 60 },
  run: async ({ payloads }) => {
    const missing = Object.values(programs).filter(
      (program) => spawnSync(program, ['--version']).status !== 0,
    );
    if (missing.length > 0) {
      console.error(
        `This needs ${missing.join(' and ')}:`,
        'apt-get install libreoffice-calc-nogui gnumeric, or similar.',
      );
      return false;
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'recoup-libreoffice-'));
    const database = await startTestDatabase();
    const db = connect(createPool(database.url));
    const demo = { DATABASE_URL: database.url.replace('@/', '@localhost/'), RECOUP_DEMO: '1' };
    const server = startServer(demo, await freePort());
    try {
      await server.ready;
      await aFirmOfPayloads(db, payloads);
      await aVatVendor(db);
      const exported = await exportAll(db, server.url, folder);
      return (
        isEqualEverywhere(folder, exported) && printsWell(folder, exported) && exported.length > 1
      );
    } finally {
      await server.end('SIGTERM');
      await db.destroy();
      await database.stop();
      rmSync(folder, { recursive: true });
    }
  },
});

/** Writes the XLSX of each firm into the folder. */
async function exportAll(db: Db, url: string, folder: string): Promise<Exported[]> {
  const admins = await db
    .selectFrom('users')
    .innerJoin('firms', 'firms.id', 'users.firmId')
    .where('users.role', '=', role.attorneyAdmin)
    .where((eb) =>
      eb.exists(
        eb.selectFrom('entries').select('entries.id').whereRef('entries.firmId', '=', 'firms.id'),
      ),
    )
    .distinctOn('firms.id')
    .select(['users.id', 'firms.name'])
    .execute();
  const all: Exported[] = [];
  for (const { id, name: firm } of admins) {
    const token = await createSession(db, { userId: id, kind: 'full', now: new Date() });
    const get = async (accept: string) =>
      Buffer.from(
        await (
          await fetch(`${url}/download`, { headers: { authorization: `Bearer ${token}`, accept } })
        ).arrayBuffer(),
      );
    const csv = `lines${all.length}.csv`;
    writeFileSync(path.join(folder, `firm${all.length}.xlsx`), await get(fileTypes.xlsx));
    const text = (await get(fileTypes.csv)).toString();
    writeFileSync(path.join(folder, csv), text);
    const hasVat = text.slice(0, text.indexOf('\r\n')).includes('VAT');
    all.push({ firm, lines: [...readLines(withoutHeader(text), hasVat ? ['vat'] : [])], csv });
  }
  return all;
}

/** Prints what each reader finds, and what differs. */
function isEqualEverywhere(folder: string, exported: readonly Exported[]): boolean {
  const hasLibraries = installLibraries(folder);
  if (!hasLibraries) console.error('The libraries that read XLSX could not be installed.');
  const readers = officeReaders.filter(
    ({ name }) => hasLibraries || name === 'LibreOffice' || name === 'Gnumeric',
  );
  const equal = readers.flatMap((reader) =>
    reader.read(folder).map((rows, index) => isEqual(reader.name, rows, exported[index])),
  );
  for (const each of exported) {
    const rows = openCsv(folder, each.csv);
    equal.push(hasSums('LibreOffice, CSV', rows.slice(0, 1 + each.lines.length), each));
  }
  convert('fods', folder);
  const formulas = workbooks(folder).map(
    (file) => readFileSync(`${file}.fods`, 'utf8').match(/table:formula=/g)?.length ?? 0,
  );
  console.log(`formulas: ${formulas.join(', ')}`);
  return hasLibraries && equal.every(Boolean) && formulas.every((count) => count === 0);
}

function isEqual(
  reader: string,
  rows: readonly string[][],
  { firm, lines, csv }: Exported = { firm: '?', lines: [], csv: '' },
): boolean {
  const shown = rows.slice(1, 1 + lines.length);
  const [total] = rows.slice(1 + lines.length).filter((row) => row.some((cell) => cell !== ''));
  // ECMA-376 escapes a text that looks like an escape (22.9.2.19); spreadsheets undo it, some
  // libraries do not.
  const textOf = (cell = ''): string => cell.replaceAll('_x005F_', '_');
  const differing = lines.filter((line, index) =>
    cellsOf(line).some((cell, column) => textOf(shown[index]?.[column]) !== cell),
  );
  const cents = lines.reduce((all, { amountCents }) => all + amountCents, 0);
  console.log(
    `${reader}: ${firm}: ${shown.length} of ${lines.length} rows, ${differing.length} differ;`,
    `total ${total?.[1]}, ours ${cents / 100}`,
  );
  for (const line of differing.slice(0, 3))
    console.log('  ', cellsOf(line), '<>', shown[lines.indexOf(line)]);
  return (
    shown.length === lines.length &&
    differing.length === 0 &&
    hasSums(reader, rows.slice(0, 1 + lines.length), { firm, lines, csv }) &&
    total?.[0] === 'Total' &&
    centsOf(total[1]) === cents
  );
}

/** Whether each column of amounts adds up to what our lines do. */
function hasSums(
  reader: string,
  [header = [], ...rows]: readonly string[][],
  { firm, lines }: Exported,
): boolean {
  const expected = {
    Amount: sumOf(lines, ({ amountCents }) => amountCents),
    ...(lines.some(({ vat }) => vat) && {
      Net: sumOf(lines, ({ vat }) => vat?.netCents),
      VAT: sumOf(lines, ({ vat }) => vat?.vatCents),
      Gross: sumOf(lines, ({ vat }) => vat?.grossCents),
    }),
  };
  return Object.entries(expected).every(([name, cents]) => {
    const sum = sumOf(rows, (row) => centsOf(row[header.indexOf(name)]));
    console.log(`${reader}: ${firm}: ${name} adds up to ${sum / 100}, ours ${cents / 100}`);
    return sum === cents;
  });
}

function sumOf<T>(rows: readonly T[], cents: (row: T) => number | undefined): number {
  return rows.reduce((sum, row) => sum + (cents(row) ?? 0), 0);
}

/** Landscape pages, with no column on a page of its own. */
function printsWell(folder: string, exported: readonly Exported[]): boolean {
  convert('pdf', folder);
  return workbooks(folder).every((file, index) => {
    const boxes = [
      ...readFileSync(`${file}.pdf`, 'latin1').matchAll(/\/MediaBox\s*\[\s*0 0 ([\d.]+) ([\d.]+)/g),
    ];
    const isLandscape = boxes.every(([, width, height]) => Number(width) > Number(height));
    const lines = exported[index]?.lines.length ?? 0;
    console.log(
      `${exported[index]?.firm}: ${lines} rows print on ${boxes.length} pages,`,
      isLandscape ? 'landscape' : 'portrait',
    );
    return isLandscape && boxes.length > 0 && boxes.length <= 1 + lines / 10;
  });
}

/** As a spreadsheet shows them; a line of a cell ends with a line feed there. */
function cellsOf(line: ExportLine): string[] {
  const {
    date,
    matterNumber,
    client,
    matterDescription,
    attorney,
    disbursementType,
    minutes,
    quantity,
    amountCents,
    narration,
  } = line;
  const cells = [
    date,
    matterNumber,
    client,
    matterDescription,
    attorney,
    disbursementType,
    minutes,
    quantity,
    amountCents / 100,
    narration,
  ];
  return cells.map((cell) => String(cell ?? '').replaceAll(/\r\n?/g, '\n'));
}

function centsOf(shown = ''): number {
  return Math.round(Number(shown) * 100);
}
