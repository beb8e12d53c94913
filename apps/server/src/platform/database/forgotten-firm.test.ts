import { can, role } from '@recoup/contract/core/access';
import { allEndpoints } from '@recoup/contract/endpoints';
import { apiRoot } from '@recoup/contract/core/endpoint';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aBusyFirm, type BusyFirm } from '../../../test/busy-firm.ts';
import { buildApp } from '../../app.ts';
import { createFirmScope } from '../core/actor.ts';
import { connect, type Db, withScope } from './connections.ts';
import pg from 'pg';
import { createPool } from './pool.ts';

type Oddity = {
  /** Returns what is sent instead. */
  twist?: (text: string) => string;
  /** Stays with the owner of the tables: enters no role and no scope, and pays for neither. */
  isPastPolicies?: boolean;
};

/** A pool whose scoped connections handle each query's text in another way. */
function oddPool(url: string, { twist = (text) => text, isPastPolicies = false }: Oddity): pg.Pool {
  const pool = createPool(url, { max: 4 });
  function OddClient(options: pg.ClientConfig): pg.Client {
    const client = new pg.Client(options);
    const query = client.query.bind(client) as (...args: unknown[]) => unknown; // of many overloads
    return Object.assign(client, {
      query: (first: unknown, ...rest: unknown[]) => {
        const statement = first as string | { text: string }; // else a copy
        const config = typeof statement === 'string' ? { text: statement } : statement;
        if (isPastPolicies && isAboutScope(config.text)) return Promise.resolve({ rows: [] });
        const text = twist(isPastPolicies ? withoutScope(config) : config.text);
        if (text === config.text) return query(first, ...rest);
        // A prepared statement is shared between connections, so copied; a query is not copyable.
        const twisted = 'submit' in config ? Object.assign(config, { text }) : { ...config, text };
        return query(twisted, ...rest);
      },
    });
  }
  return Object.assign(pool, { options: Object.assign(pool.options, { Client: OddClient }) });
}

/** Whether a new connection looks up its role, or prepares for its scope. */
function isAboutScope(text: string): boolean {
  return /^select (?:set_config\('role'|rolname as role)/.test(text);
}

/** The text of a query that enters no scope: neither in a message before it, nor in its own. */
function withoutScope(config: { text: string }): string {
  for (const part of ['submit', 'handleDataRow', 'handleCommandComplete'])
    Reflect.deleteProperty(config, part);
  return config.text.replace(/^(begin[^;]*); select set_config.*$/s, '$1');
}

/** Removes each condition on the firm; `onForgotten` hears of each. */
function forgetFirm(onForgotten: (text: string) => void): (text: string) => string {
  const conditions = [
    /(?:"?\w+"?\.)?"?firm_id"? = \$(\d+)/g,
    /"firms"\."id" = \$(\d+)/g,
    /(?<=from "firms" where )"id" = \$(\d+)/g,
  ];
  return (text) => {
    const without = conditions.reduce(
      (left, condition) => left.replace(condition, '($$$1::uuid is not null)'),
      text,
    );
    if (without !== text) onForgotten(text);
    return without;
  };
}

/** The product below the policies, with every condition on the firm left out of its SQL. */
const test = useApp();
const forgotten = new Set<string>();
const opened: Db[] = [];
const ctx: { below?: FastifyInstance; past?: FastifyInstance; a?: BusyFirm; b?: BusyFirm } = {};
const firm = (which: 'a' | 'b'): BusyFirm => ctx[which] as BusyFirm; // set in beforeAll

beforeAll(async () => {
  ctx.a = await aBusyFirm(test, 'Alpha');
  ctx.b = await aBusyFirm(test, 'Bravo');
  const twist = forgetFirm((text) => forgotten.add(text));
  const build = async (isPastPolicies: boolean): Promise<FastifyInstance> => {
    const db = connect(oddPool(test.databaseUrl, { twist, isPastPolicies }));
    opened.push(db);
    return buildApp({
      db,
      clock: test.clock,
      publicUrl: 'http://recoup.test',
      mailFrom: 'recoup@recoup.test',
    });
  };
  ctx.below = await build(false);
  ctx.past = await build(true);
});
afterAll(async () => {
  await ctx.below?.close();
  await ctx.past?.close();
  for (const db of opened) {
    await sql`select 1`.execute(db);
    await db.destroy();
  }
});

type Reply = { status: number; body: string };

async function ask(
  app: FastifyInstance | undefined,
  what: string,
  more: { token?: string; body?: object; accept?: string } = {},
): Promise<Reply> {
  const [method = '', path = ''] = what.split(' ');
  const { token = firm('a').admin.token, body, accept = 'application/json' } = more;
  const reply = await app?.inject({
    method: method as 'GET', // inject's own union of methods
    url: apiRoot + path,
    headers: { authorization: `Bearer ${token}`, accept },
    payload: body,
  });
  return { status: reply?.statusCode ?? 0, body: reply?.body ?? '' };
}

/** What tells that something of the other firm came out. */
const isForeign = ({ body }: Reply): boolean =>
  body.includes('Bravo') || Object.values(idsOf('b')).some((id) => body.includes(id));

function idsOf(which: 'a' | 'b'): Record<string, string> {
  const of = firm(which);
  return {
    firms: of.firm.id,
    users: of.attorney.id,
    disbursements: of.type.id,
    matters: of.matter.id,
    entries: of.entry.id,
    exports: of.exportId,
    mails: of.mailId,
    imports: of.importId,
    'posting-layouts': of.layoutId,
    webhooks: of.webhookId,
  };
}

/** Every reading endpoint: lists with all their parameters, records by the ids of a firm. */
const river = 'a-long-and-quiet-river';
const asAdmin = { role: role.attorneyAdmin, session: 'full', owesFactor: false } as const;
function reads(which: 'a' | 'b'): string[] {
  const { attorney, type, matter, firm: own } = firm(which);
  const more: Readonly<Record<string, string[]>> = {
    '/users': ['?role=0', '?page=1&itemsPerPage=5&search=a&sortOrderStatus=1'],
    '/firms': ['?search=attorneys&page=1', '?search=.co.za', '?search=person'],
    '/disbursements': ['?search=type&page=1', '?active=true'],
    '/matters': ['?search=matter', '?status=Open', `?attorney=${attorney.id}`],
    '/entries': [
      '?search=narration',
      '?search=matter',
      `?matter=${matter.id}`,
      `?attorney=${attorney.id}`,
      `?disbursementType=${type.id}`,
    ],
    '/list-views': ['?list=entries'],
    '/month-figures/{month}': ['?by=matter&search=matter', '?by=attorney'],
    '/recoveries': [`?attorney=${attorney.id}`],
    '/sign-on': ['?email=a@firm.co.za'],
    '/users/{id}/call-fees': [`?disbursementType=${type.id}`],
  };
  const gets = Object.values(allEndpoints).filter(
    ({ method, path, may }) =>
      method === 'GET' &&
      !['/v2/sendOtp', '/download', '/incident-pack'].includes(path) &&
      can(asAdmin, may) === 'allowed',
  );
  return gets.flatMap(({ path }) => {
    const [, room = ''] = path.split('/');
    const address = path
      .replace('{id}', idsOf(which)[room] ?? own.id)
      .replace('{month}', '2026-03');
    const isNarrowed = ['/users/{id}/call-fees', '/list-views', '/sign-on'].includes(path);
    const queries = isNarrowed ? [] : [''];
    return [...queries, ...(more[path] ?? [])].map((query) => `GET ${address}${query}`);
  });
}

it('reads the same without a single condition on the firm, below the policies', async () => {
  for (const token of [firm('a').admin.token, firm('a').attorney.token]) {
    for (const what of reads('a')) {
      const [told, alone] = [
        await ask(test.app, what, { token }),
        await ask(ctx.below, what, { token }),
      ];
      expect([what, alone]).toEqual([what, told]);
    }
  }
  expect(forgotten.size).toBeGreaterThan(25);
});

it('answers another firm’s ids as missing ones, and shows nothing of it in a file', async () => {
  for (const what of reads('b')) {
    const reply = await ask(ctx.below, what);
    const isOfOneThing = /[0-9a-f]{8}-/.test(what.split('?')[0] ?? '');
    expect([what, isForeign(reply)]).toEqual([what, false]);
    expect(isOfOneThing ? [404] : [200, 404]).toContain(reply.status);
  }
  for (const [what, accept] of [
    ['GET /matters', 'text/csv'],
    ['GET /download', 'text/csv'],
    ['GET /download', 'application/json'],
  ] as const) {
    const reply = await ask(ctx.below, what, { accept });
    expect([what, reply.status, isForeign(reply), reply.body.includes('Alpha')]).toEqual([
      what,
      200,
      false,
      true,
    ]);
  }
});

it('changes nothing of another firm, below the policies', async () => {
  const { attorney, type, matter, entry, exportId, mailId, importId, layoutId, admin } = firm('b');
  const cell = { attorney: attorney.id, disbursementType: type.id };
  const before = await everythingOf('b');
  const writes: [string, object?][] = [
    [`PUT /users/${attorney.id}`, { name: 'Somebody Else' }],
    [
      `PUT /disbursements/${type.id}`,
      {
        _id: type.id,
        title: 'Other',
        fixed: true,
        calculated: false,
        active: true,
        firm: firm('a').firm.id,
      },
    ],
    [`PUT /entries/${entry.id}`, { _id: entry.id, narration: 'Other', reason: 'None' }],
    [`DELETE /entries/${entry.id}?reason=none`],
    [
      'POST /entries',
      {
        matter: matter.id,
        attorney: firm('a').attorney.id,
        disbursementType: firm('a').type.id,
        date: '2026-03-05',
        minutes: 3,
      },
    ],
    [
      'POST /entries',
      {
        matter: firm('a').matter.id,
        attorney: attorney.id,
        disbursementType: type.id,
        date: '2026-03-05',
        minutes: 3,
      },
    ],
    [`PUT /exports/${exportId}/reopening`, { reason: 'None at all' }],
    [`POST /mails/${mailId}/repeats`],
    [`PUT /posting-layouts/${layoutId}`, { name: 'Other', columns: [{ field: 'date' }] }],
    [`PUT /posting-layouts/${layoutId}/settings`, { firmId: 'Other' }],
    [`DELETE /posting-layouts/${layoutId}`],
    [`DELETE /webhooks/${firm('b').webhookId}`],
    [`DELETE /imports/${importId}`],
    ['POST /rate-changes', { validFrom: '2026-03-01', percent: 6, roundTo: 1, cells: [cell] }],
    [`DELETE /rate-changes/${firm('b').rateChangeId}`],
    ['POST /upload', { fileStream: 'Ref,Name\nBravo-1,Taken over\n' }],
    ['POST /exports', {}],
    [
      `PUT /users/update-password/${admin.id}`,
      { oldPassword: 'x', newPassword: river, repeatPassword: river },
    ],
  ];
  for (const [what, body] of writes) {
    const reply = await ask(ctx.below, what, body === undefined ? {} : { body });
    expect([what, isForeign(reply), reply.status]).toEqual([
      what,
      false,
      expect.toSatisfy((status: number) => status < 500),
    ]);
  }
  expect(await everythingOf('b')).toEqual(before);
});

it('would have leaked nearly everything without the policies', async () => {
  const leaks: string[] = [];
  for (const what of reads('b'))
    if (isForeign(await ask(ctx.past, what))) leaks.push(what.replaceAll(/[0-9a-f-]{36}/g, '…'));
  expect(leaks.length).toBeGreaterThan(20);
  const body = { name: 'Somebody Else' };
  const change = await ask(ctx.past, `PUT /users/${firm('b').attorney.id}`, { body });
  expect(change.status).toBe(200);
});

async function everythingOf(which: 'a' | 'b'): Promise<unknown> {
  const db = withScope(test.db, createFirmScope(firm(which).firm.id));
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relrowsecurity order by 1`.execute(db);
  const all: unknown[] = [];
  for (const { name } of tables)
    all.push([
      name,
      (await sql`select t::text from ${sql.id(name)} t order by 1`.execute(db)).rows,
    ]);
  return all;
}
