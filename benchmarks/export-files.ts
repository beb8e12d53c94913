/**
 * Files of stored exports from the built server: `npm run bench -- export-files`. XLSX and PDF are
 * compared with the stored CSV of the same lines. Each prints how much memory the server took
 * beyond its idle memory; times are medians.
 */
import { fileTypes } from '@recoup/contract/exports/files';
import {
  type Bench,
  count,
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

const rounds = 3;

await withBench(async (bench) => {
  await measure(bench, 'xlsx', 100_000);
  await measure(bench, 'pdf', 10_000);
});

async function measure(bench: Bench, kind: 'xlsx' | 'pdf', rows: number): Promise<void> {
  const firm = await fill(bench, rows);
  const { token } = firm;
  await withServer(bench, async (server) => {
    await downloadFile(server, { path: '/download', token, type: fileTypes.csv });
    const path = `/exports/${await latestExport(bench, firm)}/file`;
    const csv = await downloadRepeatedly(server, { path, token, type: fileTypes.csv }, rounds);
    const file = await downloadRepeatedly(server, { path, token, type: fileTypes[kind] }, rounds);
    console.log(`\n${count(rows)} rows as ${kind}, medians of ${rounds} rounds`);
    print('the stored CSV', speed(rows, csv.ms));
    print(
      'the file',
      `${speed(rows, file.ms)} = ${ratio(csv.ms, file.ms)} of its speed, +${file.grown} MB`,
    );
  });
}
