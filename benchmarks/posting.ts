/**
 * Posting files of an export from the built server: `npm run bench -- posting`. Each built-in
 * layout is compared with the first CSV of the same entries and with the stored CSV sent again, and
 * each prints how much memory the server took beyond its idle memory, for 100,000 and 300,000 rows.
 * Times are medians.
 */
import { fileTypes } from '@recoup/contract/exports/files';
import { builtInLayouts } from '@recoup/contract/posting/rules';
import {
  type Bench,
  downloadFile,
  downloadRepeatedly,
  fill,
  latestExport,
  print,
  ratio,
  speed,
  withBench,
  withServer,
} from './support/exports-server.ts';
import { median } from './support/measure.ts';
import { type FirmWithEntries, forgetExports } from './support/seed-firm.ts';

const rounds = 3;
const client = 'Müller Boerdery (Pty) Ltd';
const type = fileTypes.csv;

await withBench(async (bench) => {
  for (const rows of [100_000, 300_000]) await measure(bench, await fill(bench, rows));
});

async function measure(bench: Bench, firm: FirmWithEntries): Promise<void> {
  const { rows, token } = firm;
  await withServer(bench, async (server) => {
    const first: number[] = [];
    for (let round = 0; round < rounds; round += 1) {
      await forgetExports(bench.databaseUrl, firm);
      first.push((await downloadFile(server, { path: '/download', token, type })).ms);
    }
    const csv = median(first);
    print('CSV: kept, hashed, entered, sent', speed(rows, csv));
    const path = `/exports/${await latestExport(bench, firm)}/file`;
    const again = await downloadRepeatedly(server, { path, token, type }, rounds);
    print('CSV: sent again', `${speed(rows, again.ms)}, +${again.grown} MB`);
    await saveSettings(bench, firm);
    for (const layout of builtInLayouts) {
      const file = { path: `${path}?layout=${layout}`, token, type };
      const { ms, grown } = await downloadRepeatedly(server, file, rounds);
      const share = `${ratio(csv, ms)} of the first CSV's speed`;
      print(layout, `${speed(rows, ms)}, +${grown} MB = ${share}`);
    }
  });
}

async function saveSettings({ db }: Bench, { firmId }: FirmWithEntries): Promise<void> {
  const found = await db
    .selectFrom('disbursementTypes')
    .where('firmId', '=', firmId)
    .select('id')
    .executeTakeFirstOrThrow();
  const settings = JSON.stringify({
    accounts: { [found.id]: '4000000' },
    contraAccount: '7000000',
    firmId: 'FIRM',
    clientIds: { [client]: 'C1' },
    invoiceNumber: 'INV',
  });
  await db
    .insertInto('postingLayoutSettings')
    .values(builtInLayouts.map((layout) => ({ firmId, layout, settings })))
    .execute();
}
