import { spawnSync } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { role } from '@recoup/contract/access';
import { fileTypes } from '@recoup/contract/export-files';
import { openSession } from '../apps/server/src/account/sessions.ts';
import { csvHeader, type ExportLine, readLines } from '../apps/server/src/exports/export-lines.ts';
import { connect, createPool, type Db } from '../apps/server/src/platform/db.ts';
import { startTestDatabase } from '../apps/server/test/database.ts';
import { aDisbursementType, aFirm, aMatter, anEntry, aUser } from '../apps/server/test/factories.ts';
import { formulaPayloads } from '../apps/server/test/formulas.ts';
import { readCsv } from '../apps/server/test/spreadsheet.ts';
import { defineDrill } from './support/drill.ts';
import { freePort, programs, startServer } from './support/server.ts';

const program = 'soffice';

/** What an export is as XLSX, and what LibreOffice made of that: its cells as text, and its own format, where formulas would stand. */
type Opened = { readonly firm: string; readonly lines: ExportLine[]; readonly rows: string[][]; readonly fods: string };

export const drill = defineDrill({
  about: 'Opens the XLSX of each demo firm, and of one with --payloads texts that would be formulas, in LibreOffice, and compares.',
  options: { payloads: 60 },
  run: async ({ payloads }) => {
    if (spawnSync(program, ['--version']).status !== 0) {
      console.error('This needs LibreOffice as "soffice": apt-get install libreoffice-calc-nogui, or its like.');
      return false;
    }
    const folder = mkdtempSync(path.join(tmpdir(), 'recoup-libreoffice-'));
    const database = await startTestDatabase();
    const db = connect(createPool(database.url));
    const demo = { DATABASE_URL: database.url.replace('@/', '@localhost/'), RECOUP_DEMO: '1' };
    const server = startServer(demo, { port: await freePort(), program: programs.built });
    try {
      await server.ready;
      await aFirmOfPayloads(db, payloads);
      const opened = await openAll(db, server.url, folder);
      return opened.map((each) => isEqual(each)).every(Boolean) && opened.length > 1;
    } finally {
      await server.end('SIGTERM');
      await db.destroy();
      await database.stop();
      rmSync(folder, { recursive: true });
    }
  },
});

async function aFirmOfPayloads(db: Db, count: number): Promise<void> {
  const firm = await aFirm(db, { name: '=Payloads & Söhne' });
  const type = await aDisbursementType(db, firm, { title: '=1+1' });
  await aUser(db, { firm, role: role.attorneyAdmin });
  for (const [index, payload] of formulaPayloads.slice(0, count).entries()) {
    const attorney = await aUser(db, { firm, name: payload });
    const matter = await aMatter(db, firm, { number: payload, client: payload, description: payload });
    await anEntry(db, { firm, attorney, matter, type }, { amountCents: 100_000 + index, narration: payload, minutes: index });
  }
}

async function openAll(db: Db, url: string, folder: string): Promise<Opened[]> {
  const admins = await db
    .selectFrom('users')
    .innerJoin('firms', 'firms.id', 'users.firmId')
    .where('users.role', '=', role.attorneyAdmin)
    .where((eb) => eb.exists(eb.selectFrom('entries').select('entries.id').whereRef('entries.firmId', '=', 'firms.id')))
    .distinctOn('firms.id')
    .select(['users.id', 'firms.name'])
    .execute();
  const all: { name: string; file: string; lines: ExportLine[] }[] = [];
  for (const { id, name } of admins) {
    const token = await openSession(db, { userId: id, kind: 'full', now: new Date() });
    const get = async (type: string) =>
      (await fetch(`${url}/download`, { headers: { authorization: `Bearer ${token}`, accept: type } })).arrayBuffer();
    const file = path.join(folder, `firm${all.length}`);
    writeFileSync(`${file}.xlsx`, Buffer.from(await get(fileTypes.xlsx)));
    all.push({
      name,
      file,
      lines: readLines(
        Buffer.from(await get(fileTypes.csv))
          .toString()
          .slice(csvHeader.length),
      ),
    });
  }
  // Comma, quotes, UTF-8, from the first line; days as they are shown, numbers as they are.
  convert('csv:Text - txt - csv (StarCalc):44,34,76,1,,0,false,true,false', folder);
  convert('fods', folder);
  return all.map(({ name, file, lines }) => {
    const rows = readCsv(readFileSync(`${file}.csv`, 'utf8'));
    return { firm: name, lines, rows, fods: readFileSync(`${file}.fods`, 'utf8') };
  });
}

function convert(to: string, folder: string): void {
  const profile = pathToFileURL(path.join(folder, 'profile')).href;
  const files = readdirSync(folder)
    .filter((name) => name.endsWith('.xlsx'))
    .map((name) => path.join(folder, name));
  const args = [`-env:UserInstallation=${profile}`, '--headless', '--convert-to', to, '--outdir', folder, ...files];
  const { status, stderr } = spawnSync(program, args, { encoding: 'utf8', timeout: 180_000 });
  if (status !== 0) throw new Error(`LibreOffice could not convert: ${stderr}`);
}

/** Prints what differs. */
function isEqual({ firm, lines, rows, fods }: Opened): boolean {
  const [, ...shown] = rows;
  const total = shown.pop();
  const differing = lines.filter((line, index) => cellsOf(line).some((cell, column) => shown[index]?.[column] !== cell));
  const cents = lines.reduce((sum, { amountCents }) => sum + amountCents, 0);
  const sum = shown.reduce((all, row) => all + centsOf(row[8]), 0);
  const formulas = fods.match(/table:formula=/g)?.length ?? 0;
  console.log(
    `${firm}: ${shown.length} of ${lines.length} rows, sum ${sum / 100}, its total row ${centsOf(total?.[8]) / 100}, ours ${cents / 100}; ${formulas} formulas, ${differing.length} rows differ`,
  );
  for (const line of differing.slice(0, 3)) console.log('  ', cellsOf(line), '<>', shown[lines.indexOf(line)]);
  return shown.length === lines.length && sum === cents && centsOf(total?.[8]) === cents && formulas + differing.length === 0;
}

/** As a spreadsheet shows them; a line of a cell ends with a line feed there. */
function cellsOf(line: ExportLine): string[] {
  const { date, matterNumber, client, matterDescription, attorney, disbursementType, minutes, quantity, amountCents, narration } = line;
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
