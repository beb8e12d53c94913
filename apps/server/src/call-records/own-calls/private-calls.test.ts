import { sql } from 'kysely';
import { expect, it } from 'vitest';
import { useCallFirm } from '../../../test/call-firm.ts';
import { bill, callLog, ownCallFiles } from '../../../test/own-calls.ts';

const call = useCallFirm();
const { ctx, list, setPhones, test } = call;
const { hand, send, undo } = ownCallFiles(call);

const client = '082 555 0101';
const nine = '2026-03-17 09:00:00';

/** Tables with a row that has the text in any of its columns, also as bytes. */
async function tablesWith(text: string): Promise<string[]> {
  const { rows: tables } = await sql<{ name: string; schema: string }>`
    select c.relname as name, n.nspname as schema from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
    where c.relkind in ('r', 'p', 'm') and n.nspname <> 'information_schema'
      and n.nspname not like 'pg\_%'`.execute(test.db);
  expect(tables.length).toBeGreaterThan(50);
  const hex = Buffer.from(text).toString('hex');
  const found: string[] = [];
  for (const { name, schema } of tables) {
    const { rows } = await sql`
      select from ${sql.id(schema, name)} t
      where t::text like ${`%${text}%`} or t::text like ${`%${hex}%`} limit 1`.execute(test.db);
    if (rows.length > 0) found.push(name);
  }
  return found;
}

it('stores nothing of calls without a number of a matter', async () => {
  const forms = ['0834440999', '083 444 0999', '+27834440999', '27834440999', '834440999'];
  const files = forms.flatMap((form) => [
    callLog([client, nine, 300], [form, nine, 304], [form, '2026-03-17 10:00:00', 60, 1]),
    bill([client, nine, 300], [form, nine, 304]),
    // Refused, with the number where something else is expected.
    callLog([client, nine, 300]).replace('duration="300"', `duration="${form}"`),
    `Date,Time,Number dialled,Duration\n2026-03-17,${form},${form},60\n`,
    `${form},60\n${form},60\n`,
    `<calls><call number="${form}" name="${form}"`,
  ]);
  for (const file of files) {
    await send(file, { dryRun: true });
    const taken: { _id: string | null } | undefined = await hand(file); // undefined if refused
    if (taken && files.indexOf(file) % 12 === 0) await undo(taken._id);
  }
  for (const form of forms) {
    const file = `Date,Time,${form},Duration\n2026-03-17,11:00:00,${form},60\n`;
    await hand(file, { mapping: { other: form }, encoding: 'windows-1252' });
    await send(file, { mapping: { [form]: form }, encoding: form });
  }
  expect((await list('', ctx.thabo.token)).count).toBe(1);
  expect(await tablesWith('825550101')).toContain('call_records');
  expect(await tablesWith('834440999')).toEqual([]);
  expect(await tablesWith('083 444 0999')).toEqual([]);
  expect(await tablesWith('Gogo')).toEqual([]);
  expect(test.log.filter((line) => /834440999|083 444 0999|Gogo/.test(line))).toEqual([]);
});

it('stores no private call where a matter has the number of the attorney', async () => {
  const own = '071 555 0000';
  await setPhones(ctx.np1, [client, own]);
  const extensions = [{ value: '+27715550000', attorney: ctx.thabo.id }];
  await test.call('PUT /extensions', { token: ctx.admin, body: { extensions } });
  const file =
    `Date,Time,From,To,Duration\n2026-03-17,09:00:00,${own},083 444 0999,60\n` +
    `2026-03-17,10:00:00,083 444 0999,${own},60\n2026-03-17,11:00:00,${own},${client},60\n`;
  expect(await hand(file)).toMatchObject({ taken: 1, others: 2 });
  expect((await list('', ctx.thabo.token)).data).toMatchObject([
    { direction: 'out', otherParty: '+27825550101' },
  ]);
});
