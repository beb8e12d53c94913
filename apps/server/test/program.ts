import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { Agent, type ClientRequest, type IncomingMessage, request } from 'node:http';
import { text } from 'node:stream/consumers';
import { afterEach, beforeAll } from 'vitest';
import { createSession } from '../src/account/session/sessions.service.ts';
import { type TestApp, useApp } from './app.ts';
import { builtServer } from './built-server.ts';

/** The real program on a database with a firm of 30,000 entries; ended after each test. */
export function useProgram() {
  const test = useApp();
  const ctx = { token: '', firmId: '' };
  const started: ChildProcess[] = [];

  beforeAll(async () => {
    const firm = await test.aFirm();
    const [admin, attorney] = [await test.anAdmin({ firm }), await test.aUser({ firm })];
    const [matter, type] = [
      await test.aMatter(firm, { description: 'Debt recovery. '.repeat(30) }),
      await test.aDisbursementType(firm),
    ];
    // More than the buffers between a server and a client who does not read.
    await test.pool.query(
      `insert into entries (id, firm_id, attorney_id, matter_id, disbursement_type_id, date,
        quantity, amount_cents, created_by)
      select gen_random_uuid(), $1, $2, $3, $4, '2026-03-05', 1, n, $2
      from generate_series(1, 30000) n`,
      [firm.id, attorney.id, matter.id, type.id],
    );
    ctx.firmId = firm.id;
    ctx.token = await signIn(test, admin.id);
  });
  afterEach(() => {
    for (const child of started.splice(0)) child.kill('SIGKILL');
  });

  async function start(
    environment: Record<string, string>,
  ): Promise<{ url: string; child: ChildProcess; ended: Promise<unknown[]> }> {
    const env = {
      PATH: process.env.PATH ?? '',
      PORT: '0',
      RECOUP_DEMO: '0',
      DATABASE_URL: test.databaseUrl,
      ...environment,
    };
    const child = spawn(process.execPath, [builtServer], {
      env,
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    started.push(child);
    const ended = once(child, 'exit');
    const url = await new Promise<string>((resolve, reject) => {
      child.stdout.on('data', (chunk: Buffer) => {
        const ready = /Recoup is ready at (\S+)/.exec(chunk.toString())?.[1];
        if (ready !== undefined) resolve(ready);
      });
      void ended.then(() => reject(new Error('The server ended before it was ready.')));
    });
    return { url, child, ended };
  }

  function open(
    url: string,
    input: { method?: string; type?: string; agent?: Agent } = {},
  ): ClientRequest {
    const { method = 'GET', type = 'application/json', agent = new Agent() } = input;
    const headers = { authorization: `Bearer ${ctx.token}`, 'content-type': type, accept: type };
    return request(url, { method, agent, headers });
  }

  /** An import of which the server has the beginning. */
  async function beginUpload(url: string, beginning: string): Promise<ClientRequest> {
    const upload = open(url, { method: 'POST', type: 'text/csv' });
    upload.setHeader('expect', '100-continue');
    upload.flushHeaders();
    await once(upload, 'continue');
    upload.write(beginning);
    return upload;
  }

  /** The status, and whether the connection ends with it; 0 when the port is closed. */
  async function ask(
    url: string,
    agent?: Agent,
  ): Promise<{ status: number; connection?: string | undefined }> {
    const requested = open(url, agent ? { agent } : {});
    requested.end();
    try {
      // The arguments of the event.
      const [reply] = (await once(requested, 'response')) as [IncomingMessage];
      await text(reply);
      return { status: reply.statusCode ?? 0, connection: reply.headers.connection };
    } catch {
      return { status: 0 };
    }
  }

  return { test, ctx, start, open, beginUpload, ask };
}

/** By the clock of the program, which is not that of the tests. */
async function signIn({ db }: TestApp, userId: string): Promise<string> {
  return createSession(db, { userId, kind: 'full', now: new Date() });
}
