import { createHash, randomUUID } from 'node:crypto';
import Fastify, { type FastifyReply, type FastifyRequest } from 'fastify';
import { apiRoot, goodReply } from '@recoup/contract/core/endpoint';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { createStringify } from '../../apps/server/src/platform/http/replies/stringify.ts';
import { baseHeaders } from '../../apps/server/src/platform/http/security-headers.ts';
import { onConnection, readRecordedRequests, sendStatement } from './recorded-statements.ts';

/**
 * The floor of a list with its promises: Fastify, zod and pg, and of ours the least that keeps
 * them. The token is hashed and its session looked up, the query is validated, the rows come in the
 * scope of the firm, the reply is written by its schema, with the headers of every reply. No
 * rights, no limits of connections, no rows made into people, no counted reads, no log. Prints its
 * port.
 */
const recorded = readRecordedRequests(process.env.STATEMENTS ?? '');
const { listUsers } = userEndpoints;
const stringify = createStringify(goodReply(listUsers).schema);

const app = Fastify({ genReqId: () => randomUUID(), keepAliveTimeout: 0 });
app.get(apiRoot + listUsers.path, async (request, reply) => answer(request, reply));
const address = await app.listen({ port: 0, host: '127.0.0.1' });
process.stdout.write(`${new URL(address).port}\n`);

async function answer(request: FastifyRequest, reply: FastifyReply): Promise<FastifyReply> {
  const { authorization = '' } = request.headers;
  const known = recorded.get(`${authorization} ${request.url}`);
  const { session } = known ?? {};
  if (!known || !session) return reply.code(404).send();
  listUsers.query.parse(request.query);
  const tokenHash = createHash('sha256').update(authorization.slice('Bearer '.length)).digest();
  const values = session.values.map((value) => (Buffer.isBuffer(value) ? tokenHash : value));
  await onConnection(async (client) => {
    const sessions = await sendStatement(client, { ...session, values });
    if (sessions.length === 0) throw new Error('the session has ended');
    for (const statement of known.page) await sendStatement(client, statement);
  });
  const pieces = await stringify(known.reply);
  return reply
    .headers({ ...baseHeaders({ isSecure: false }), 'x-request-id': request.id })
    .type('application/json; charset=utf-8')
    .send(pieces.join(''));
}
