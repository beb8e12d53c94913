import { createHash, randomBytes } from 'node:crypto';
import { pipeline } from 'node:stream/promises';
import { newId } from '@recoup/contract/core/ids';
import type pg from 'pg';
import { from as copyFrom } from 'pg-copy-streams';
import type { Worker } from './workers.ts';

const matters = 200;
const pieceBytes = 1024 * 1024;
/** Content in memory at once. */
const batchBytes = 32 * 1024 * 1024;

/** So many entries of two years, on 200 matters. Returns their ids. */
export async function insertEntries(
  client: pg.Client,
  { firm, attorney, type }: Worker,
  count: number,
): Promise<string[]> {
  const { rows } = await client.query<{ id: string }>(
    `with m as (
      insert into matters (id, firm_id, number, description, status)
      select gen_random_uuid(), $1, 'V' || n, 'Service ' || n, 'Open'
      from generate_series(1, ${matters}) n returning id),
    numbered as (select array_agg(id) as ids from m)
    insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
      date, amount_cents, narration)
    select gen_random_uuid(), $1, $2, $2, numbered.ids[1 + n % ${matters}], $3,
      date '2025-01-01' + n % 700, 100 + n % 9000, 'Return of service ' || n
    from numbered, generate_series(1, $4::integer) n returning id`,
    [firm, attorney, type, count],
  );
  await client.query('analyze');
  return rows.map(({ id }) => id);
}

/** Hexadecimal SHA-256 of vouchers by their ids. */
export type Hashes = Map<string, string>;

type File = { id: string; entry: string; content: Buffer; sha256: Buffer };

/** A voucher of random bytes for each entry, as an upload stores it. */
export async function insertVouchers(
  client: pg.Client,
  worker: Worker,
  { entries, bytes }: { entries: readonly string[]; bytes: number },
): Promise<Hashes> {
  const hashes: Hashes = new Map();
  const batch = Math.max(1, Math.floor(batchBytes / bytes));
  for (let first = 0; first < entries.length; first += batch) {
    const files = entries.slice(first, first + batch).map((entry) => randomFile(entry, bytes));
    await insertFiles(client, worker, files);
    for (const { id, sha256 } of files) hashes.set(id, sha256.toString('hex'));
  }
  await client.query('analyze');
  return hashes;
}

function randomFile(entry: string, bytes: number): File {
  const content = randomBytes(bytes);
  return { id: newId(), entry, content, sha256: createHash('sha256').update(content).digest() };
}

async function insertFiles(
  client: pg.Client,
  { firm, attorney }: Worker,
  files: readonly File[],
): Promise<void> {
  const ids = files.map(({ id }) => id);
  await client.query('begin');
  await client.query(
    `insert into vouchers (firm_id, id, kind, bytes, sha256, received_sha256, linked_at)
    select $1, id, 'jpeg', bytes, sha256, sha256(sha256), now()
    from unnest($2::uuid[], $3::integer[], $4::bytea[]) as f (id, bytes, sha256)`,
    [firm, ids, files.map(({ content }) => content.length), files.map(({ sha256 }) => sha256)],
  );
  const columns = 'firm_id, voucher_id, place, content';
  await pipeline(
    binaryRows(firm, files),
    client.query(copyFrom(`copy voucher_pieces (${columns}) from stdin with (format binary)`)),
  );
  await client.query(
    `insert into entry_vouchers (firm_id, id, entry_id, voucher_id, name, added_by, added_at)
    select $1, gen_random_uuid(), entry, voucher, 'Return of service.jpg', $2, now()
    from unnest($3::uuid[], $4::uuid[]) as l (entry, voucher)`,
    [firm, attorney, files.map(({ entry }) => entry), ids],
  );
  await client.query('commit');
}

/** PostgreSQL's binary format of COPY: in its text format bytes take twice the space. */
function* binaryRows(firm: string, files: readonly File[]): Generator<Buffer> {
  yield Buffer.from('PGCOPY\n\xFF\r\n\0\0\0\0\0\0\0\0\0', 'latin1');
  const firmId = uuid(firm);
  for (const { id, content } of files)
    for (let place = 0; place * pieceBytes < content.length; place += 1) {
      const piece = content.subarray(place * pieceBytes, (place + 1) * pieceBytes);
      yield Buffer.concat([int16(4), firmId, uuid(id), sized(int16(place)), sized(piece)]);
    }
  yield int16(-1);
}

function uuid(text: string): Buffer {
  return sized(Buffer.from(text.replaceAll('-', ''), 'hex'));
}

function sized(value: Buffer): Buffer {
  const length = Buffer.alloc(4);
  length.writeInt32BE(value.length);
  return Buffer.concat([length, value]);
}

function int16(value: number): Buffer {
  const bytes = Buffer.alloc(2);
  bytes.writeInt16BE(value);
  return bytes;
}

/** Vouchers whose stored bytes, length or hash are other than these, and those that are missing. */
export async function countDiffering(client: pg.Client, hashes: Hashes): Promise<number> {
  let same = 0;
  let after = '00000000-0000-0000-0000-000000000000';
  for (;;) {
    const { rows } = await client.query<Stored>(readContents, [after]);
    for (const { id, content, sha256, isWhole } of rows)
      if (isWhole && content === sha256 && content === hashes.get(id)) same += 1;
    const last = rows.at(-1);
    if (!last) return hashes.size - same;
    after = last.id;
  }
}

type Stored = { id: string; content: string; sha256: string; isWhole: boolean };

const readContents = `
  select v.id, encode(v.sha256, 'hex') as sha256,
    encode(sha256(coalesce(string_agg(p.content, ''::bytea order by p.place), '')), 'hex')
      as content,
    coalesce(sum(length(p.content)), 0) = v.bytes as "isWhole"
  from (select * from vouchers where id > $1 order by id limit 200) v
  left join voucher_pieces p on p.firm_id = v.firm_id and p.voucher_id = v.id
  group by v.firm_id, v.id, v.sha256, v.bytes
  order by v.id`;
