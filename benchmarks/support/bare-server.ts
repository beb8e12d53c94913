import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onConnection, readRecordedRequests, sendStatement } from './recorded-statements.ts';

/**
 * The floor: node:http and pg, which know beforehand what each request asks the database (see
 * `recorder.ts`) and send its rows as JSON. No sign-in, no check, no schema. Below `/page-only` the
 * look-up of the session is left out too. Prints its port.
 */
const recorded = readRecordedRequests(process.env.STATEMENTS ?? '');
const pageOnly = '/page-only';

const server = createServer((request, response) => void answer(request, response));
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  process.stdout.write(`${typeof address === 'object' ? address?.port : ''}\n`);
});

async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const url = request.url ?? '';
  const isPageOnly = url.startsWith(pageOnly);
  const known = recorded.get(
    `${request.headers.authorization} ${isPageOnly ? url.slice(pageOnly.length) : url}`,
  );
  if (!known) return void response.writeHead(404).end();
  const data: unknown[] = [];
  await onConnection(async (client) => {
    for (const statement of isPageOnly ? known.page : known.all) {
      const rows = await sendStatement(client, statement);
      if (statement !== known.session) data.push(rows);
    }
  });
  response.setHeader('content-type', 'application/json');
  response.end(JSON.stringify({ data }));
}
