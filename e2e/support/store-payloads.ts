import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { systemAdmin } from './recoup.ts';
import { recoup } from './app.ts';
import { payloads } from './xss-payloads.ts';

type Reply = { token: string; firm: { _id: string }; data: { _id: string }[] };

/** Payloads that fit the shortest fields. */
export const shortPayloads = payloads.filter((text) => text.length <= 50 && !/\p{Cc}/u.test(text));

/** More than a hundred each in firms, types, matters and narrations, as users would send them. */
export async function storePayloads(texts = joinedPayloads()): Promise<void> {
  const [system, admin, attorney] = await Promise.all(
    [systemAdmin, demoFirmAdmins.lerato, demoAttorneys.thabo].map(
      async ({ email, password }) => (await api('POST /logon', '', { email, password })).token,
    ),
  );
  if (system === undefined || admin === undefined || attorney === undefined)
    throw new Error('nobody signed in');
  const firm = (await api('GET /me', admin)).firm._id;
  const rows = texts.map((text, index) =>
    [`${index} ${text}`, text, `${text} (Pty) Ltd`]
      .map((cell) => `"${cell.replaceAll('"', '""')}"`)
      .join(','),
  );
  await api('POST /upload', admin, {
    fileStream: `Matter Number,Description,Client\n${rows.join('\n')}`,
  });
  const { data: matters } = await api(
    `GET /matters?search=${encodeURIComponent('hit(')}&itemsPerPage=100`,
    admin,
  );
  const date = new Date().toISOString().slice(0, 10);
  for (const [index, text] of texts.entries()) {
    await Promise.all([
      api('POST /firms', system, { name: `${text} & Co`, domains: [`xss-${index}.co.za`] }),
      api('POST /disbursements', admin, {
        title: text,
        fixed: true,
        calculated: false,
        active: true,
        firm,
      }),
    ]);
  }
  const disbursementType = (
    await api(`GET /disbursements?search=${encodeURIComponent('hit(')}`, admin)
  ).data[0]?._id;
  const thabo = (await api(`GET /users?role=0&search=${demoAttorneys.thabo.email}`, admin)).data[0]
    ?._id;
  await api(`PUT /users/${thabo}`, admin, { disbursementTypes: [disbursementType] });
  const matterOf = (index: number) => matters[index % matters.length]?._id;
  const entry = { disbursementType, date, quantity: 1, amount: 1 };
  await Promise.all(
    texts.map(async (narration, index) =>
      api('POST /entries', attorney, { ...entry, matter: matterOf(index), narration }),
    ),
  );
  const { data: people } = await api('GET /users?role=0', admin);
  for (const [index, person] of people.entries())
    await api(`PUT /users/${person._id}`, admin, { name: shortPayloads[index] });
}

/** Texts of several payloads each. An address runs only at the beginning of a text. */
function joinedPayloads(): string[] {
  const texts: string[] = [];
  for (const payload of shortPayloads) {
    const joined = `${texts.at(-1)} ${payload}`;
    const isAddress = /^(?:[\w\s]*script|data):/i.test(payload);
    if (texts.length > 0 && joined.length <= 55 && !isAddress) texts.splice(-1, 1, joined);
    else texts.push(payload);
  }
  return texts;
}

async function api(what: string, token: string, body?: object): Promise<Reply> {
  const [method = 'GET', path] = what.split(' ');
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };
  const reply = await fetch(`${recoup.url}/core/api${path}`, {
    method,
    headers,
    ...(body && { body: JSON.stringify(body) }),
  });
  if (!reply.ok) throw new Error(`${what}: ${await reply.text()}`);
  return (await reply.json()) as Reply; // the contract's answers
}
