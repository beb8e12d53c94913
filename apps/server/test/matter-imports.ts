import { useApp } from './app.ts';

type Office = { token: string; id: string; domain: string; attorney: { id: string } };

/** The requests around files of matters. */
export function useMatterImports() {
  const test = useApp();
  const read = async <T>({ token }: Office, what: string): Promise<T> =>
    (await test.call(what, { token })).json<T>();
  return {
    test,
    /** A firm with a firm admin and one attorney, Thabo Mokoena. */
    anOffice: async (): Promise<Office> => {
      const firm = await test.aFirm();
      const attorney = await test.aUser({ firm, name: 'Thabo Mokoena' });
      const token = await test.signInAdmin({ firm, name: 'Amina Admin' });
      return { token, ...firm, attorney };
    },
    upload: (firm: Office, fileStream: string, more: object = {}) =>
      test.call('POST /upload', { token: firm.token, body: { fileStream, ...more } }),
    /** Sends the file as the body. */
    send: (
      firm: { token: string },
      what: string,
      body: string,
      headers: Record<string, string> = { 'content-type': 'text/csv' },
    ) => test.call(what, { token: firm.token, body, headers }),
    numbers: async (firm: Office): Promise<string[]> =>
      (await read<{ data: { number: string }[] }>(firm, 'GET /matters')).data.map(
        ({ number }) => number,
      ),
    list: async (firm: Office) =>
      read<{ data: { _id: string; number: number; isLast: boolean }[]; count: number }>(
        firm,
        'GET /imports',
      ),
  };
}
