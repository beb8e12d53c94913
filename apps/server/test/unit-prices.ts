import { newId } from '@recoup/contract/core/ids';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { PastUnitPrice } from '@recoup/contract/disbursements/unit-prices';
import { beforeAll, beforeEach } from 'vitest';
import { useApp } from './app.ts';

/** A firm whose admin adds fixed types, and changes their unit prices, on 18 March 2026. */
export function useUnitPrices() {
  const test = useApp();
  const ctx = {
    firm: '',
    domain: '',
    admin: '',
    adminId: '',
    otherAdmin: '',
    attorney: '',
    system: '',
  };
  const today = '2026-03-18';

  beforeAll(async () => {
    const firm = await test.aFirm();
    const admin = await test.anAdmin({ firm, name: 'Lerato Nkosi' });
    ctx.firm = firm.id;
    ctx.domain = firm.domain;
    ctx.adminId = admin.id;
    ctx.admin = await test.signIn(admin);
    ctx.otherAdmin = await test.signInAdmin({ firm: await test.aFirm() });
    ctx.attorney = await test.signInAs({ firm });
    ctx.system = await test.signInAs({ firm: null });
  });

  beforeEach(() => test.clock.set(new Date(`${today}T08:00:00Z`)));

  const create = (body: object, token = ctx.admin) =>
    test.call('POST /disbursements', { token, body: { title: `Type ${newId()}`, ...body } });
  const created = async (body: object) =>
    (await create(body)).json<{ data: DisbursementType }>().data;
  const change = ({ _id, title }: DisbursementType, body: object) => {
    test.clock.advance(1000);
    return test.call(`PUT /disbursements/${_id}`, { token: ctx.admin, body: { title, ...body } });
  };
  const read = async ({ _id }: { _id: string }) => {
    const reply = await test.call(`GET /disbursements/${_id}`, { token: ctx.attorney });
    return reply.json<{ data: DisbursementType }>().data;
  };
  const historyOf = async ({ _id }: { _id: string }, token: string | undefined = ctx.admin) =>
    test.call(`GET /disbursements/${_id}/unit-prices`, { token });
  const past = async (type: { _id: string }) =>
    (await historyOf(type)).json<{ data: PastUnitPrice[]; count: number }>();
  const auditOf = async ({ _id }: { _id: string }) => {
    const rows = await test.listRows('auditLog', { subjectId: _id }, ['details']);
    return rows.map(({ details }) => details);
  };
  return { test, ctx, today, create, created, change, read, historyOf, past, auditOf };
}
