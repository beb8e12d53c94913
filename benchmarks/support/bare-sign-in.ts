import { createHash, randomBytes } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { newId } from '@recoup/contract/core/ids';
import pg from 'pg';
import { comparePassword } from '../../apps/server/src/platform/security/password-hashing.ts';

/**
 * The floor of a sign-in: node:http, pg and argon2id, and of ours only the promises. The password
 * is compared, and the session and its line in the chained audit log are committed before the
 * answer. No limits of tries, no known places, no second factor, no schema. Prints its port.
 */
const pool = new pg.Pool({ connectionString: process.env.DATABASE_URL, max: 10 });
const lifetimeMs = 12 * 3_600_000;

const server = createServer((request, response) => void answer(request, response));
// The other sides are measured in between.
server.keepAliveTimeout = 0;
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});

type User = { id: string; firm_id: string; password_hash: string };

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer); // a stream without encoding
  const { email, password } = JSON.parse(Buffer.concat(parts).toString()) as {
    email: string;
    password: string;
  }; // as the benchmark sends it
  const { rows } = await pool.query<User>({
    name: 'user',
    text: 'select id, firm_id, password_hash from users where email = $1 and status = 2',
    values: [email],
  });
  const [user] = rows;
  if (!user || !(await comparePassword(password, user.password_hash)))
    return void response.writeHead(401, { 'content-length': 0 }).end();
  const body = JSON.stringify({ token: await openSession(user) });
  response
    .writeHead(200, { 'content-type': 'application/json', 'content-length': body.length })
    .end(body);
}

/** As our server: the session and its audit line in one transaction. */
async function openSession({ id: userId, firm_id: firmId }: User): Promise<string> {
  const [id, now] = [newId(), new Date()];
  const token = randomBytes(32).toString('base64url');
  const hash = createHash('sha256').update(token).digest();
  const client = await pool.connect();
  await client.query('begin');
  await client.query({
    name: 'session',
    text: `insert into sessions (id, user_id, kind, token_hash, expires_at, address)
      values ($1, $2, 'full', $3, $4, '127.0.0.1')`,
    values: [id, userId, hash, new Date(now.getTime() + lifetimeMs)],
  });
  await client.query({
    name: 'audit',
    text: `insert into audit_log (at, firm_id, actor_id, actor_kind, session_id, address,
        request_id, action, subject_kind, subject_id, label, details, outcome)
      values ($1, $2, $3, 'user', $4, '127.0.0.1', '', 'user.signed-in', 'user', $3,
        audit_label('user', $2, $3), '{"secondFactor":false}', 'done')`,
    values: [now, firmId, userId, id],
  });
  await client.query('commit');
  client.release();
  return token;
}
