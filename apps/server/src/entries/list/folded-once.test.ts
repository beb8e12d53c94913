import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { sql } from 'kysely';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { type SentStatement, statementChannel } from '../../platform/database/pg-driver.ts';

const test = useApp();
const of = { firm: '', token: '' };
const entries = 5_100;

/** `of R 1`, `of R 2` and so on in the narrations, and amounts in another order than the days. */
beforeAll(async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  of.firm = firm.id;
  of.token = await test.signIn(admin);
  await sql`
    insert into entries (id, firm_id, attorney_id, created_by, matter_id, disbursement_type_id,
      date, amount_cents, narration)
    select uuidv7(), ${firm.id}, ${admin.id}, ${admin.id}, ${matter.id}, ${type.id},
      date '2026-01-01' + n % 300, 100 * n, 'Trust account of R ' || n
    from generate_series(1, ${entries}::integer) n`.execute(test.db);
});

/** A page of a search, and how many of its statements fold narrations. */
async function search(query: string) {
  let folding = 0;
  const hear = (message: unknown): void => {
    const { sql: text, firm } = message as SentStatement; // the channel's message
    if (firm === of.firm && /folded\("?(?:e|entries)"?\."?narration/.test(text)) folding += 1;
  };
  subscribe(statementChannel, hear);
  const reply = await test.call(`GET /entries?${query}`, { token: of.token });
  unsubscribe(statementChannel, hear);
  expect(reply).toAnswer(200);
  const { data, ...totals } = reply.json<{ data: { amount: number }[]; count: number }>();
  return { amounts: data.map(({ amount }) => amount), ...totals, folding };
}

const allOf = { count: entries, amount: (entries * (entries + 1)) / 2 };

it('folds the narrations of a search once to count, sum up and show it', async () => {
  const found = await search('search=of%20r%2051&sortOrderAmount=-1&itemsPerPage=3&page=1');
  // 51, 510 to 519, and 5100.
  const amount = 51 + 5_145 + 5_100;
  expect(found).toEqual({ amounts: [5_100, 519, 518], count: 12, amount, folding: 1 });
});

it('folds those of a search that finds thousands once more', async () => {
  const query = 'search=TRUST&sortOrderAmount=1&itemsPerPage=2';
  expect(await search(`${query}&page=2`)).toEqual({ amounts: [3, 4], ...allOf, folding: 2 });
  const last = await search(`${query}&page=${entries / 2}`);
  expect(last).toEqual({ amounts: [entries - 1, entries], ...allOf, folding: 2 });
});

it.each(['Date', 'Amount'])(
  'counts a search that finds thousands behind its last page by %s, too',
  async (column) => {
    const query = `search=trust&itemsPerPage=10&page=${entries}&sortOrder${column}=1`;
    expect(await search(query)).toMatchObject({ amounts: [], ...allOf });
  },
);

it.each(['Matter', 'Attorney', 'DisbursementType', 'Length', 'Export', 'Date'])(
  'sorts a search that finds thousands by %s',
  async (column) => {
    const found = await search(`search=trust&sortOrder${column}=1&itemsPerPage=3&page=1`);
    // The entries of the first day come first where all else is equal.
    expect(found).toMatchObject({ amounts: [300, 600, 900], ...allOf });
  },
);
