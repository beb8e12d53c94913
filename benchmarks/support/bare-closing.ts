import { createHash } from 'node:crypto';
import { performance } from 'node:perf_hooks';
import { promisify } from 'node:util';
import { gzip } from 'node:zlib';
import { newId } from '@recoup/contract/core/ids';
import type pg from 'pg';
import { to as copyTo } from 'pg-copy-streams';
import { withClient } from './measure.ts';
import { exportQuery, type Firm } from './seed-firm.ts';

const compress = promisify(gzip);
/** As large as the parts of our exports. */
const partBytes = 256 * 1024;

/**
 * The floor of a closing: of ours only the promises. Each entry is locked, by a key that is
 * checked; the lines are stored, compressed and hashed; the export has its row and its line in the
 * chained audit log; all is committed together. No exceptions, no letterhead, no facts of the
 * lines. Returns its milliseconds, and takes it back afterwards. The firm has an export, whose row
 * it copies.
 */
export async function closeBarely(databaseUrl: string, firm: Firm): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const exportId = newId();
    const start = performance.now();
    await client.query('begin');
    await client.query(
      'update entries set export_id = $2 where firm_id = $1 and export_id is null',
      [firm.firmId, exportId],
    );
    const sha256 = await storeLines(client, firm, exportId);
    await client.query(insertExport, [firm.firmId, exportId, sha256.toString('hex')]);
    await client.query(insertAudit, [firm.firmId, exportId]);
    await client.query('commit');
    const ms = performance.now() - start;
    await takeBack(client, firm, exportId);
    return ms;
  });
}

async function storeLines(client: pg.Client, firm: Firm, exportId: string): Promise<Buffer> {
  const hash = createHash('sha256');
  const parts: Promise<Buffer>[] = [];
  let waiting: Buffer[] = [];
  const keep = (): void => {
    parts.push(compress(Buffer.concat(waiting), { level: 1 }));
    waiting = [];
  };
  const lines = client.query(copyTo(`copy (${exportQuery(firm)}) to stdout with (format csv)`));
  for await (const piece of lines) {
    const bytes = piece as Buffer; // a stream without encoding
    hash.update(bytes);
    waiting.push(bytes);
    if (waiting.reduce((sum, { length }) => sum + length, 0) >= partBytes) keep();
  }
  keep();
  const contents = await Promise.all(parts);
  await client.query(
    `insert into export_parts (firm_id, export_id, position, content)
      select $1, $2, n - 1, content from unnest($3::bytea[]) with ordinality as p (content, n)`,
    [firm.firmId, exportId, contents],
  );
  return hash.digest();
}

/** A copy of an earlier row, as the table has many columns that do not matter here. */
const insertExport = `
  insert into exports select copy.* from exports e,
    jsonb_populate_record(e, jsonb_build_object('id', $2::text, 'number', e.number + 1,
      'sha256', '\\x' || $3, 'parts_of', null, 'reopened_at', null, 'reopened_by', null,
      'reopen_reason', null)) copy
  where e.firm_id = $1
    and e.number = (select max(number) from exports where firm_id = $1)`;

const insertAudit = `
  insert into audit_log (at, firm_id, actor_kind, address, request_id, action, subject_kind,
    subject_id, label, details, outcome)
  values (now(), $1, 'job', '127.0.0.1', '', 'export.closed', 'export', $2,
    audit_label('export', $1, $2), '{}', 'done')`;

async function takeBack(client: pg.Client, { firmId }: Firm, exportId: string): Promise<void> {
  const of = [firmId, exportId];
  await client.query(
    'update entries set export_id = null where firm_id = $1 and export_id = $2',
    of,
  );
  await client.query('delete from export_parts where firm_id = $1 and export_id = $2', of);
  await client.query('delete from exports where firm_id = $1 and id = $2', of);
}
