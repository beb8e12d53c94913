import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { CompiledQuery, sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { createFirmScope } from '../../platform/core/actor.ts';
import { withScope } from '../../platform/database/connections.ts';
import { type SentStatement, statementChannel } from '../../platform/database/pg-driver.ts';

const test = useApp();
const of = { firm: '', token: '' };

/** A firm with 100,000 entries, which have a voucher each and are lines of 1,000 accounts. */
beforeAll(async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  const body = { name: 'Sheriff Pretoria' };
  of.firm = firm.id;
  of.token = await test.signIn(admin);
  const supplier = await test.data<{ _id: string }>('POST /suppliers', { token: of.token, body });
  for (let first = 1; first <= 1000; first += 100)
    await sql`
    with accounts as (
      insert into supplier_accounts (firm_id, id, supplier_id, number, number_key, date,
        total_cents, request_sha256, created_at, created_by)
      select ${firm.id}, gen_random_uuid(), ${supplier._id}, n, n, date '2026-01-01' + n % 300,
        100, '', now(), ${admin.id}
      from generate_series(${first}::integer, ${first + 99}) n
      returning id, number),
    lines as (
      insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
        date, amount_cents, supplier_account_id, account_line)
      select gen_random_uuid(), ${firm.id}, ${admin.id}, ${admin.id}, ${matter.id}, ${type.id},
        date '2026-01-01' + number::integer % 300, 1, id, line
      from accounts, generate_series(1, 100) line
      returning id),
    files as (
      insert into vouchers (firm_id, id, kind, bytes, sha256, received_sha256, linked_at)
      select ${firm.id}, id, 'jpeg', 1, sha256(id::text::bytea), sha256(id::text::bytea), now()
      from lines
      returning id)
    insert into entry_vouchers (firm_id, id, entry_id, voucher_id, name, added_by, added_at)
    select ${firm.id}, gen_random_uuid(), id, id, 'Invoice.jpg', ${admin.id}, now()
    from files`.execute(test.db);
  await sql`analyze`.execute(test.db);
});

it('reads the vouchers of the shown entries alone', async () => {
  const reads = await readRows('GET /entries?page=3&itemsPerPage=50', 'entry_vouchers');
  expect(reads.rows).toBe(50);
  expect(reads.scans).not.toContain('Seq Scan');
});

it('counts the lines of the shown accounts alone', async () => {
  const reads = await readRows('GET /supplier-accounts?page=3&itemsPerPage=20', 'entries');
  expect(reads.rows).toBe(20 * 100);
});

type Plan = {
  'Node Type': string;
  'Relation Name'?: string;
  'Actual Rows'?: number;
  'Actual Loops'?: number;
  'Rows Removed by Filter'?: number;
  Plans?: Plan[];
};

/** Rows of a table that the statements of a request read, and by which kinds of scan. */
async function readRows(request: string, table: string) {
  let rows = 0;
  const scans = new Set<string>();
  for (const statement of await listStatements(request))
    for (const node of nodes(await explain(statement))) {
      if (node['Relation Name'] !== table) continue;
      const { 'Actual Rows': found = 0, 'Rows Removed by Filter': removed = 0 } = node;
      rows += (found + removed) * (node['Actual Loops'] ?? 1);
      scans.add(node['Node Type']);
    }
  return { rows, scans };
}

async function listStatements(request: string): Promise<SentStatement[]> {
  const sent: SentStatement[] = [];
  const hear = (message: unknown) => sent.push(message as SentStatement); // the channel's message
  subscribe(statementChannel, hear);
  expect(await test.call(request, { token: of.token })).toAnswer(200);
  unsubscribe(statementChannel, hear);
  return sent.filter(({ sql: text, firm }) => firm === of.firm && /^\s*(?:select|with)/.test(text));
}

/** Below the policies, as the request ran it. */
async function explain({ sql: text, parameters }: SentStatement): Promise<Plan> {
  const db = withScope(test.db, createFirmScope(of.firm));
  const query = CompiledQuery.raw(`explain (analyze, format json) ${text}`, [...parameters]);
  const { rows } = await db.executeQuery<Record<string, { Plan: Plan }[]>>(query);
  const [[explained] = []] = rows.flatMap((row) => Object.values(row));
  if (!explained) throw new Error(`no plan of ${text}`);
  return explained.Plan;
}

function nodes(plan: Plan): Plan[] {
  return [plan, ...(plan.Plans ?? []).flatMap(nodes)];
}
