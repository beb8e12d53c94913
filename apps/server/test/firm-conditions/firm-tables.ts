import pg from 'pg';

/** Tables and views that have a column `firm_id`. */
export async function listFirmTables(url: string): Promise<string[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query<{ name: string }>(`
    select table_name as name from information_schema.columns
    where table_schema = 'public' and column_name = 'firm_id'`);
  await client.end();
  return rows.map(({ name }) => name);
}
