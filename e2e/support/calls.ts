import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { dayIn } from './days.ts';
import { callApi, readMe, readData } from './wire.ts';

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

/** How many calls with the number are in a state, as the firm admin sees them. */
export async function countCalls(other: string, state: string): Promise<number> {
  const list = `/call-records?state=${state}&itemsPerPage=100`;
  const calls = await readData<{ otherParty: string | null }[]>(admin, list);
  return calls.filter(({ otherParty }) => otherParty === other).length;
}
