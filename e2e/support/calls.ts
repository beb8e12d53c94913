import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { recoup } from './app.ts';
import { dayIn } from './days.ts';
import { callApi, postData, readData, readMe } from './wire.ts';

const admin = demoFirmAdmins.lerato;
type As = { email: string; password: string };
export type ImportedCall = {
  /** Of yesterday: '09:00'. */
  at: string;
  minutes: number;
  other: string;
  /** The account code: the number of a matter. */
  code?: string;
  /** The extension: 204 is the first attorney's, 299 is no attorney's. */
  own?: string;
};
export const callDay = dayIn(-1);

/** Calls as a telephone system exports them; extensions from 204 on are those of the attorneys. */
export async function importCalls(
  attorneys: readonly As[],
  calls: readonly ImportedCall[],
): Promise<void> {
  const people = await Promise.all(attorneys.map(readMe));
  await callApi(admin, 'PUT', '/extensions', {
    extensions: people.map(({ _id }, index) => ({ value: `${204 + index}`, attorney: _id })),
  });
  const lines = calls.map(({ at, minutes, other, code = '', own = '204' }) =>
    [`${callDay} ${at}:00`, minutes * 60, own, other, 'out', code].join(','),
  );
  await callApi(admin, 'POST', '/call-imports', {
    fileStream: ['Start,Seconds,Own,Other,Direction,Code', ...lines, ''].join('\n'),
    source: 'csv',
    mapping: {
      start: 'Start',
      seconds: 'Seconds',
      own: 'Own',
      other: 'Other',
      direction: 'Direction',
      code: 'Code',
    },
    isZoneConfirmed: true,
  });
}

/** Sends calls as a telephone system sends them, signed in by its secret. */
export async function sendCalls(source: string, secret: string, calls: object): Promise<void> {
  const reply = await fetch(`${recoup.url}/core/api/call-events/${source}`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      authorization: `Basic ${Buffer.from(`pbx:${secret}`).toString('base64')}`,
    },
    body: JSON.stringify(calls),
  });
  if (reply.status !== 202) throw new Error(await reply.text());
}

/** The `_id` of the telephone system whose files are imported. */
export async function findSource(): Promise<string> {
  const sources = await readData<{ _id: string; name: string }[]>(admin, '/call-sources');
  return sources.find(({ name }) => name === 'csv')?._id ?? '';
}

/** The telephone system whose file was imported, and a new secret of it. */
export async function makeSender(): Promise<{ source: string; secret: string }> {
  const _id = await findSource();
  const { secret } = await postData<{ secret: string }>(admin, `/call-sources/${_id}/secret`, {});
  return { source: _id, secret };
}

/** How many calls with the number are in a state, as the firm admin sees them. */
export async function countCalls(other: string, state: string): Promise<number> {
  const list = `/call-records?state=${state}&itemsPerPage=100`;
  const calls = await readData<{ otherParty: string | null }[]>(admin, list);
  return calls.filter(({ otherParty }) => otherParty === other).length;
}
