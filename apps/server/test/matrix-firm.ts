import {
  type ChangedMatrixCell,
  type RateMatrixRow,
  matrixColumns,
} from '@recoup/contract/fee-matrix/endpoints';
import { userStatus } from '@recoup/contract/core/access';
import { beforeAll, beforeEach, expect } from 'vitest';
import { useApp } from './app.ts';

export type MatrixResult = {
  rows: number;
  unchanged: number;
  changed: ChangedMatrixCell[];
  state: string;
};
export type MatrixRefusal = {
  code: string;
  refused: number;
  rows: { row: number; column: string; message: string }[];
};

export const matrixHeader = matrixColumns.join(',');

/** Before each test a firm of three attorneys, one with call fees until and from 1 May 2026. */
export function useMatrixFirm() {
  const test = useApp();
  const firm = { id: '', domain: '' };
  const tokens = { admin: '', other: '', attorney: '', system: '' };
  const zanele = { id: '', name: 'Zanele Dube', email: '' };
  const anna = { id: '', name: 'anna Botha', email: '' };
  const call = { id: '', title: 'Call' };
  const copies = { id: '', title: 'Copies, colour' };
  beforeAll(async () => {
    const other = await test.aFirm();
    tokens.other = await test.signInAdmin({ firm: other });
    tokens.attorney = await test.signInAs({ firm: other });
    tokens.system = await test.signInAs({ firm: null });
  });
  beforeEach(async () => {
    Object.assign(firm, await test.aFirm());
    tokens.admin = await test.signInAdmin({ firm });
    Object.assign(zanele, await test.aUser({ firm, name: zanele.name }));
    const inactive = { firm, name: anna.name, status: userStatus.inactive };
    Object.assign(anna, await test.aUser(inactive));
    Object.assign(call, await test.aDisbursementType(firm, { title: call.title }));
    Object.assign(copies, await test.aDisbursementType(firm, { title: copies.title }));
    await test.assignTypes(firm);
    await test.aUser({ firm, name: 'Without Types' });
    const of = { firm, attorney: zanele, type: call };
    const upTo = { 5: 3300, 10: 6600 };
    await test.callFees(of, { upTo, thereafter: [5, 1250] });
    await test.callFees(of, { upTo, validFrom: '2026-05-01' });
  });
  const requests = matrixRequests(test, tokens);
  return { test, firm, tokens, zanele, anna, call, copies, ...requests };
}

function matrixRequests(test: ReturnType<typeof useApp>, tokens: { admin: string }) {
  const read = async (on: string, accept: string) => {
    const request = { token: tokens.admin, headers: { accept } };
    const reply = await test.call(`GET /rate-matrix${on}`, request);
    expect(reply).toAnswer(200);
    return reply;
  };
  const upload = async (fileStream: string, more: object = {}, token = tokens.admin) =>
    test.call('POST /rate-matrix', { token, body: { fileStream, ...more } });
  return {
    readRows: async (on = '') =>
      (await read(on, 'application/json')).json<{ data: RateMatrixRow[] }>().data,
    readFile: async (on = '') => (await read(on, 'text/csv')).body,
    upload,
    save: async (lines: readonly string[], more: object = {}): Promise<MatrixResult> => {
      const reply = await upload([matrixHeader, ...lines].join('\r\n'), more);
      expect(reply).toAnswer(200, {});
      return reply.json<{ data: MatrixResult }>().data;
    },
    refusal: async (lines: readonly string[]): Promise<MatrixRefusal> => {
      const reply = await upload([matrixHeader, ...lines].join('\n'));
      expect(reply).toAnswer(422, { code: 'rows_refused' });
      return reply.json<MatrixRefusal>();
    },
  };
}

/** What an upload could change. */
export async function stateOf(
  { db }: ReturnType<typeof useApp>,
  { id }: { id: string },
): Promise<object> {
  const schedules = db.selectFrom('callFeeSchedules').where('firmId', '=', id);
  const people = db.selectFrom('users').where('firmId', '=', id);
  const audited = db
    .selectFrom('auditLog')
    .where('firmId', '=', id)
    // That the matrix was taken as a file changes nothing.
    .where('action', '<>', 'list.exported');
  return {
    schedules: await schedules.select(['id', 'replacedAt']).orderBy('id').execute(),
    people: await people.select(['id', 'version']).orderBy('id').execute(),
    audited: await audited.select('id').orderBy('id').execute(),
  };
}
