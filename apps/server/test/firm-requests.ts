import { beforeAll } from 'vitest';
import { useApp } from './app.ts';

export type FirmReply = {
  data: {
    _id: string;
    name: string;
    domains: string[];
    logo: string | null;
    version: number;
    admin: { _id: string } | null;
  };
};
export type FirmList = { data: FirmReply['data'][]; count: number };

let serial = 0;

/** The form of a new firm with a domain of its own. */
export function newFirm(more: object = {}): object {
  serial += 1;
  return { name: 'Mokoena Incorporated', domains: [`mokoena${serial}.co.za`, '', null], ...more };
}

/** The requests around firms, by default as the system administrator. */
export function useFirms() {
  const test = useApp();
  const ctx = { system: '' };
  beforeAll(async () => {
    ctx.system = await test.signInAs({ firm: null });
  });
  const create = async (body: object, token = ctx.system) =>
    test.call('POST /firms', { token, body });
  return {
    test,
    ctx,
    create,
    created: async (body: object): Promise<FirmReply['data']> =>
      (await create(body)).json<FirmReply>().data,
    change: async (id: string, body: object, token = ctx.system) =>
      test.call(`PUT /firms/${id}`, { token, body }),
    read: async (id: string, token = ctx.system) => test.call(`GET /firms/${id}`, { token }),
    auditOf: async (id: string) => test.listRows('auditLog', { subjectId: id }),
    /** A firm with its appointed admin. */
    ledFirm: async () => {
      const firm = await test.aFirm();
      const admin = await test.anAdmin({ firm });
      await test.updateRows('firms', { id: firm.id }, { adminId: admin.id });
      return { firm, admin };
    },
  };
}
