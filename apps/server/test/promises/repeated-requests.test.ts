import { sql } from 'kysely';
import type { LightMyRequestResponse } from 'fastify';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../app.ts';

// A double click, or a retry after a lost response: each request is sent twice.
const test = useApp();
const pairs = { firms: 40, admins: 20, uploads: 20, exports: 10 };

type Setting = {
  firm: { id: string; domain: string };
  attorney: { id: string };
  matter: { id: string };
  type: { id: string };
  token: string;
};
const ctx: { system: string; setting?: Setting } = { system: '' };

async function aSetting(): Promise<Setting> {
  const firm = await test.aFirm();
  const [attorney, admin] = [await test.aUser({ firm }), await test.anAdmin({ firm })];
  const [matter, type] = [await test.aMatter(firm), await test.aDisbursementType(firm)];
  await test.assignTypes(firm);
  return { firm, attorney, matter, type, token: await test.signIn(admin) };
}

beforeAll(async () => {
  ctx.setting = await aSetting();
  ctx.system = await test.signInAs({ firm: null });
});

function setting(): Setting {
  if (!ctx.setting) throw new Error('there is no setting yet');
  return ctx.setting;
}

/** Every second one at the same moment; of the others the first answer is lost. */
async function twice(index: number, send: () => Promise<LightMyRequestResponse>) {
  const replies =
    index % 2 === 0 ? await Promise.all([send(), send()]) : [await send(), await send()];
  return replies.map(({ statusCode }) => statusCode).toSorted((a, b) => a - b);
}

/** Sends each request twice, four pairs at a time. Returns the counts of the answer pairs. */
async function sendPairs(
  times: number,
  request: (index: number) => { what: string; token: string; body: unknown },
): Promise<Record<string, number>> {
  const answers: Record<string, number> = {};
  for (let from = 0; from < times; from += 4) {
    const some = Array.from({ length: Math.min(4, times - from) }, async (_, at) => {
      const { what, ...rest } = request(from + at);
      return twice(from + at, async () => test.call(what, rest));
    });
    for (const pair of await Promise.all(some))
      answers[pair.join(' ')] = (answers[pair.join(' ')] ?? 0) + 1;
  }
  return answers;
}

async function count(table: string, where: string): Promise<number> {
  const { rows } = await sql<{
    count: number;
  }>`select count(*)::int as count from ${sql.table(table)} where ${sql.raw(where)}`.execute(
    test.db,
  );
  return rows[0]?.count ?? -1;
}

it('adds one firm for a domain', async () => {
  const token = ctx.system;
  const body = (index: number) => ({
    name: `Doubled firm ${index}`,
    domains: [`doubled${index}.co.za`],
  });
  expect(
    await sendPairs(pairs.firms, (index) => ({ what: 'POST /firms', token, body: body(index) })),
  ).toEqual({ '201 409': pairs.firms });
  expect(await count('firms', `name like 'Doubled firm %'`)).toBe(pairs.firms);
  expect(
    await count(
      'disbursement_types',
      `firm_id in (select id from firms where name like 'Doubled firm %')`,
    ),
  ).toBe(pairs.firms);
});

it('adds one firm admin for an email, and invites once', async () => {
  const { firm } = setting();
  const body = (index: number) => ({
    role: 1,
    firm: firm.id,
    email: `doubled${index}@${firm.domain}`,
    cell: '0821234567',
  });
  const answers = await sendPairs(pairs.admins, (index) => ({
    what: 'POST /register',
    token: ctx.system,
    body: body(index),
  }));
  expect(answers).toEqual({ '201 201': pairs.admins });
  expect(await count('users', `firm_id = '${firm.id}' and email like 'doubled%'`)).toBe(
    pairs.admins,
  );
  expect(await count('mails', `firm_id = '${firm.id}' and to_address like 'doubled%'`)).toBe(
    pairs.admins,
  );
});

it('imports a file of matters once for two requests', async () => {
  const { firm, token } = setting();
  const before = await count('matters', `firm_id = '${firm.id}'`);
  const body = (index: number) => ({
    fileStream: `Matter Number,Description\r\nD${index}/1,One\r\nD${index}/2,Two\r\n`,
  });
  const answers = await sendPairs(pairs.uploads, (index) => ({
    what: 'POST /upload',
    token,
    body: body(index),
  }));
  expect(answers).toEqual({ '200 200': pairs.uploads });
  expect(await count('matters', `firm_id = '${firm.id}'`)).toBe(before + 2 * pairs.uploads);
  expect(await count('matters', `firm_id = '${firm.id}' and version > 1`)).toBe(0);
});

it('closes an export once: the second finds nothing that is left', async () => {
  const settings: Setting[] = [];
  for (let index = 0; index < pairs.exports; index += 1) {
    const one = await aSetting();
    await test.anEntry(one);
    settings.push(one);
  }
  const answers = await sendPairs(pairs.exports, (index) => ({
    what: 'POST /exports',
    token: settings[index]?.token ?? '',
    body: {},
  }));
  expect(answers).toEqual({ '201 404': pairs.exports });
  const firms = settings.map(({ firm }) => `'${firm.id}'`).join(', ');
  expect(await count('exports', `firm_id in (${firms})`)).toBe(pairs.exports);
});
