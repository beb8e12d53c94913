import { createServer, type ServerResponse } from 'node:http';
import pg from 'pg';

/** The floor: node:http and pg, the same two statements, no sign-in, no checks, no schema. Prints its port. */
const pool = new pg.Pool({ connectionString: process.env['DATABASE_URL'], max: 10 });
const firm = process.env['FIRM'];

const page = `select id, name, email, cell, role, status, password_reset_required, firm_id, coalesce((
    select json_agg(json_build_object('_id', t.id, 'title', t.title) order by a.position) from user_disbursement_types a
    join disbursement_types t on t.id = a.disbursement_type_id where a.user_id = users.id), '[]') as types
  from users where firm_id = $1 and role = 0 order by status, lower(name), id limit 10`;
const total = 'select count(*) from users where firm_id = $1 and role = 0';

const server = createServer((_, response) => void answer(response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});

async function answer(response: ServerResponse): Promise<void> {
  const [rows, count] = await Promise.all([pool.query(page, [firm]), pool.query<{ count: string }>(total, [firm])]);
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data: rows.rows, count: Number(count.rows[0]?.count) }));
}
