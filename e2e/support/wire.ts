import { apiRoot } from '@recoup/contract/core/endpoint';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { photo } from './voucher-files.ts';
import { logon, recoup } from './app.ts';
import { dayIn } from './days.ts';
import type { Recoup } from './recoup.ts';

type As = { email: string; password: string };
export type Recorded = {
  _id: string;
  version: number;
  minutes: number | null;
  narration: string | null;
};

/** One session for each user and file; the server keeps the latest five of a user. */
const sessions = new WeakMap<Recoup, Map<string, Promise<string>>>();

/** A call without a browser; a buffer is the file of a photo. */
export async function callApi<Reply>(
  as: As,
  method: string,
  address: string,
  body?: object,
): Promise<Reply> {
  const type = Buffer.isBuffer(body) ? 'image/jpeg' : 'application/json';
  const sent = Buffer.isBuffer(body) ? new Uint8Array(body) : JSON.stringify(body);
  const request = async (token: string) =>
    fetch(`${recoup.url}${apiRoot}${address}`, {
      method,
      headers: {
        authorization: `Bearer ${token}`,
        ...(body !== undefined && { 'content-type': type }),
      },
      ...(body !== undefined && { body: sent }),
    });
  const token = tokenFor(as);
  let reply = await request(await token);
  if (reply.status === 401) {
    // Of several calls at once the first renews it for all.
    if (tokenFor(as) === token) sessions.get(recoup)?.delete(as.email);
    reply = await request(await tokenFor(as));
  }
  if (!reply.ok)
    throw new Error(`${method} ${address} answered ${reply.status}: ${await reply.text()}`);
  return (await reply.json()) as Reply; // the contract's reply, as the caller knows it
}

/** The `data` of an answer. */
export async function readData<Data>(as: As, address: string): Promise<Data> {
  return (await callApi<{ data: Data }>(as, 'GET', address)).data;
}

/** Makes something; returns the `data` of the answer. */
export async function postData<Data>(as: As, address: string, body: object): Promise<Data> {
  return (await callApi<{ data: Data }>(as, 'POST', address, body)).data;
}

function tokenFor(as: As): Promise<string> {
  const tokens = sessions.get(recoup) ?? new Map<string, Promise<string>>();
  const token = tokens.get(as.email) ?? logon(as);
  sessions.set(recoup, tokens.set(as.email, token));
  return token;
}

/** Adds a photo as a voucher. */
export async function addVoucher(as: As, entryId: string, name: string): Promise<void> {
  await callApi(as, 'POST', `/entries/${entryId}/vouchers?fileName=${name}`, photo);
}

type Me = {
  _id: string;
  firm: { _id: string };
  disbursementTypes: { _id: string; title: string }[];
};

export const readMe = (as: As) => callApi<Me>(as, 'GET', '/me');

/** Records an entry of today on the firm's first open matter, unless `entry` says otherwise. */
export async function recordEntry(as: As, title: string, entry: object): Promise<Recorded> {
  const { disbursementTypes } = await readMe(as);
  const matters = '/matters?page=1&itemsPerPage=5&status=Open';
  const [first] = await readData<{ _id: string }[]>(as, matters);
  return postData<Recorded>(as, '/entries', {
    matter: first?._id,
    disbursementType: disbursementTypes.find((type) => type.title === title)?._id,
    date: dayIn(0),
    ...entry,
  });
}

/** A call of seven minutes. */
export function recordCall(as: As, narration: string, matter?: string): Promise<Recorded> {
  return recordEntry(as, 'Call', {
    minutes: 7,
    narration,
    ...(matter !== undefined && { matter }),
  });
}

export async function importMatters(as: As, fileName: string, csv: string): Promise<void> {
  const reply = await fetch(`${recoup.url}${apiRoot}/imports?fileName=${fileName}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${await tokenFor(as)}`, 'content-type': 'text/csv' },
    body: csv,
  });
  if (!reply.ok) throw new Error(`The import answered ${reply.status}: ${await reply.text()}`);
}

/** Closes what the firm has not closed yet; returns the number of the export. */
export async function closeExport(as: As): Promise<number> {
  return (await postData<{ number: number }>(as, '/exports', {})).number;
}

/** What the first demo firm has: it changes with every saved change. */
export async function storedData(): Promise<string> {
  const lists = [
    '/entries',
    '/users',
    '/matters',
    '/imports',
    '/exports',
    '/disbursements',
    '/rate-changes',
  ];
  const replies = lists.map((list) =>
    callApi<object>(demoFirmAdmins.lerato, 'GET', `${list}?page=1&itemsPerPage=20`),
  );
  return JSON.stringify(await Promise.all(replies));
}
