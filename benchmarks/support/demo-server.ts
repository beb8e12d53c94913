import { accountEndpoints } from '@recoup/contract/account/endpoints';
import pg from 'pg';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { startRecoup, startTemporaryPostgres, stopProcess } from './measure.ts';

const { email, password } = demoFirmAdmins.lerato;

/** The id of the demo's firm, for SQL. */
export const demoFirm = `(select firm_id from users where email = '${email}')`;

/** The built server with the demo, on its own PostgreSQL; requests are the firm admin's. */
export async function startDemoServer(settings: Record<string, string> = {}) {
  const postgres = await startTemporaryPostgres();
  const demo = { DATABASE_URL: postgres.url, RECOUP_DEMO: '1' };
  const recoup = await startRecoup({ ...demo, ...settings });
  const client = new pg.Client({ connectionString: postgres.url });
  await client.connect();
  let token = '';

  /** The text of a successful answer. */
  async function ask(method: string, path: string, body?: object): Promise<string> {
    const reply = await fetch(`${recoup.said}/core/api/${path}`, {
      method,
      headers: {
        ...(token !== '' && { authorization: `Bearer ${token}` }),
        ...(body && { 'content-type': 'application/json' }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    const text = await reply.text();
    if (!reply.ok) throw new Error(`${method} ${path}: ${reply.status} ${text}`);
    return text;
  }

  const logon = await ask('POST', 'logon', { email, password });
  ({ token } = accountEndpoints.logon.replies[200].parse(JSON.parse(logon)));
  return {
    databaseUrl: postgres.url,
    origin: recoup.said,
    pid: recoup.child.pid ?? 0,
    token: () => token,
    client,
    ask,
    addAttorneys: async (count: number) => addAttorneys(client, count),
    async stop(): Promise<void> {
      await client.end();
      await stopProcess(recoup.child);
      await postgres.stop();
    },
  };
}

/** Attorneys of the firm, whose emails end with `@bench.co.za`. */
async function addAttorneys(client: pg.Client, count: number): Promise<void> {
  await client.query(`insert into users (id, firm_id, role, name, email, cell, status)
    select uuidv7(), ${demoFirm}, 0, 'Attorney ' || n, 'attorney' || n || '@bench.co.za', '', 2
    from generate_series(1, ${count}) n`);
}
