import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import type { CallImport } from '@recoup/contract/call-records/import-endpoints';
import type { Entry } from '@recoup/contract/entries/endpoints';
import { beforeEach } from 'vitest';
import { useApp } from './app.ts';

/** Start, own party, other party, seconds, account code. */
export type CallLine = [string, string, string, number, string?];

/** A file of a telephone system that Recoup does not know, with names that it finds. */
export const callFile = (...lines: CallLine[]): string =>
  ['Start,Extension,Other party,Seconds,Account code,Direction,Id']
    .concat(
      lines.map(([start, own, other, seconds, code = ''], at) =>
        [start, own, other, seconds, code, 'out', `${start} ${at}`].join(','),
      ),
    )
    .join('\n');

/**
 * Before each test a firm with an admin; Thabo (extension 102) and Lerato (103), whose calls cost
 * R 33.00 up to 5 and R 66.00 up to 10 minutes, then R 12.50 for each 5; matter NP1 with the number
 * 082 555 0101, and NP2.
 */
export function useCallFirm(setting: Parameters<typeof useApp>[0] = {}) {
  const test = useApp(setting);
  const ctx = {
    firm: { id: '', domain: '', name: '' },
    admin: '',
    thabo: { id: '', token: '', email: '' },
    lerato: { id: '', token: '' },
    type: { id: '' },
    np1: '',
    np2: '',
  };
  beforeEach(async () => {
    const firm = await test.aFirm();
    const thabo = await test.aUser({ firm, name: 'Thabo Mokoena' });
    const lerato = await test.aUser({ firm, name: 'Lerato Nkosi' });
    const type = await test.aDisbursementType(firm, { title: 'Call' });
    await test.assignTypes(firm);
    const upTo = { 5: 3300, 10: 6600 };
    for (const attorney of [thabo, lerato])
      await test.callFees({ firm, attorney, type }, { upTo, thereafter: [5, 1250] });
    ctx.firm = firm;
    ctx.type = type;
    ctx.admin = await test.signInAdmin({ firm });
    ctx.thabo = { ...thabo, token: await test.signIn(thabo) };
    ctx.lerato = { ...lerato, token: await test.signIn(lerato) };
    ctx.np1 = (await test.aMatter(firm, { number: 'NP1', description: 'Zulu' })).id;
    ctx.np2 = (await test.aMatter(firm, { number: 'NP2', description: 'Botha' })).id;
    await setPhones(ctx.np1, ['082 555 0101']);
    await test.call('PUT /extensions', {
      token: ctx.admin,
      body: {
        extensions: [
          { value: '102', attorney: thabo.id },
          { value: '103', attorney: lerato.id },
        ],
      },
    });
  });
  const setPhones = async (matter: string, phones: string[]) =>
    test.call(`PUT /matters/${matter}`, { token: ctx.admin, body: { phones } });
  const send = async (fileStream: string, more: object = {}, token = ctx.admin) =>
    test.call('POST /call-imports', { token, body: { fileStream, ...more } });
  /** Sends the file itself. */
  const upload = async (payload: string | Buffer, { query = '', charset = '' } = {}) =>
    test.app.inject({
      method: 'POST',
      url: `/core/api/call-imports${query}`,
      headers: {
        authorization: `Bearer ${ctx.admin}`,
        'content-type': `text/csv${charset && `; charset=${charset}`}`,
      },
      payload,
    });
  const list = async (query = '', token = ctx.admin) =>
    (await test.call(`GET /call-records${query}`, { token })).json<{
      data: CallRecord[];
      count: number;
      attorneys: object[];
    }>();
  return {
    test,
    ctx,
    setPhones,
    send,
    upload,
    list,
    take: async (...lines: CallLine[]) =>
      (await send(callFile(...lines))).json<{ data: CallImport }>().data,
    /** The first call of the list. */
    first: async (query = '', token = ctx.admin) => {
      const [call] = (await list(query, token)).data;
      if (!call) throw new Error('no call');
      return call;
    },
    decide: async (id: string, body: object, token = ctx.thabo.token) =>
      test.call(`PUT /call-records/${id}`, { token, body }),
    entries: async (token = ctx.admin) => test.data<Entry[]>('GET /entries', { token }),
    /** Records a call by hand. */
    record: async (more: object, token = ctx.thabo.token) =>
      test.data<Entry>('POST /entries', {
        token,
        body: {
          matter: ctx.np1,
          disbursementType: ctx.type.id,
          date: '2026-03-17',
          minutes: 5,
          ...more,
        },
      }),
  };
}
