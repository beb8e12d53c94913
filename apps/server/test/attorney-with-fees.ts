import { newId } from '@recoup/contract/core/ids';
import { beforeAll, beforeEach } from 'vitest';
import { useApp } from './app.ts';
import { feeRow } from './factories.ts';

export type AttorneyReply = {
  data: { _id: string; version: number; disbursementTypes: { _id: string }[]; callFees: object[] };
};

/** A firm whose admin registers, before each test, an attorney with two types and call fees. */
export function useAttorneyWithFees() {
  const test = useApp();
  const ctx = {
    admin: '',
    firm: '',
    domain: '',
    call: '',
    copies: '',
    retired: '',
    foreign: '',
    attorney: '',
  };
  const callRows = () => [
    feeRow(ctx.call, 0, 5, 33),
    feeRow(ctx.call, 5, 10, 66),
    feeRow(ctx.call, -1, -1, 12.5, 5),
  ];
  const add = (more: object) => {
    const body = {
      role: 0,
      firm: ctx.firm,
      name: 'Thabo Mokoena',
      cell: '0825550111',
      password: 'paper-lion-station-18',
      email: `t${newId()}@${ctx.domain}`,
      ...more,
    };
    return test.call('POST /register', { token: ctx.admin, body });
  };
  beforeAll(async () => {
    const firm = await test.aFirm();
    ctx.admin = await test.signInAdmin({ firm });
    ctx.firm = firm.id;
    ctx.domain = firm.domain;
    ctx.call = (await test.aDisbursementType(firm, { title: 'Call' })).id;
    ctx.copies = (await test.aDisbursementType(firm, { title: 'Copies' })).id;
    ctx.retired = (await test.aDisbursementType(firm, { active: false })).id;
    ctx.foreign = (await test.aDisbursementType(await test.aFirm())).id;
  });
  beforeEach(async () => {
    const reply = await add({ disbursementTypes: [ctx.copies, ctx.call], callFees: callRows() });
    ctx.attorney = reply.json<AttorneyReply>().data._id;
  });
  const address = () => `/users/${ctx.attorney}`;
  return {
    test,
    ctx,
    callRows,
    add,
    change: (body: object) => test.call(`PUT ${address()}`, { token: ctx.admin, body }),
    read: async () =>
      (await test.call(`GET ${address()}`, { token: ctx.admin })).json<AttorneyReply>().data,
    /** How many schedules the attorney has had for the type. */
    countSchedules: async (type: string) => {
      const what = `GET ${address()}/call-fees?disbursementType=${type}`;
      return (await test.call(what, { token: ctx.admin })).json<{ count: number }>().count;
    },
  };
}
