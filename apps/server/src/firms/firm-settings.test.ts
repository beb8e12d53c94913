import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
const ctx = { admin: '', otherAdmin: '', adminId: '', firmId: '' };
const noVat = { isVatVendor: false, vatNumber: null, pricesIncludeVat: false };
const noPolicy = {
  secondFactor: { policy: 'off', from: null },
  informationOfficer: null,
  signOn: null,
};
const byDefault = {
  ...noVat,
  ...noPolicy,
  reminders: { isOn: false, workingDaysBefore: 3, hour: 8 },
};

beforeAll(async () => {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  Object.assign(ctx, { adminId: admin.id, firmId: firm.id });
  ctx.admin = await test.signIn(admin);
  ctx.otherAdmin = await test.signInAdmin();
});

it('charges no VAT and sends no reminders by default', async () => {
  expect(await settingsOf(ctx.admin)).toEqual(byDefault);
});

it.each([
  [{ reminders: { workingDaysBefore: 11 } }, 'reminders.workingDaysBefore', 'from 0 to 10'],
  [{ reminders: { workingDaysBefore: -1 } }, 'reminders.workingDaysBefore', 'from 0 to 10'],
  [{ reminders: { workingDaysBefore: 1.5 } }, 'reminders.workingDaysBefore', 'from 0 to 10'],
  [{ reminders: { hour: 24 } }, 'reminders.hour', 'from 0 to 23'],
  [{ reminders: { hour: '8' } }, 'reminders.hour', 'from 0 to 23'],
  [{ reminders: { isOn: 1 } }, 'reminders.isOn', 'true or false'],
  [{ reminders: { minute: 5 } }, 'reminders.minute', 'not known'],
  [{ reminders: null }, 'reminders', 'Must be an object'],
  [{ colour: 'red' }, 'colour', 'not known'],
  [{ isVatVendor: 'yes' }, 'isVatVendor', 'true or false'],
  [{ pricesIncludeVat: null }, 'pricesIncludeVat', 'true or false'],
  [{ vatNumber: '5123456789' }, 'vatNumber', 'ten digits'],
  [{ vatNumber: '412345678' }, 'vatNumber', 'ten digits'],
  [{ vatNumber: 4123456789 }, 'vatNumber', 'ten digits'],
])('rejects %j', async (body, field, text) => {
  expect(await save(body, ctx.admin)).toAnswer(400, {
    fields: { [field]: expect.stringContaining(text) },
  });
  expect(await settingsOf(ctx.admin)).toEqual(byDefault);
});

it('keeps absent fields, audits each change once, and changes no other firm', async () => {
  const changes = [{ isOn: true, hour: 23 }, { hour: 23 }, { workingDaysBefore: 0 }, {}];
  for (const reminders of changes)
    expect((await save({ reminders }, ctx.admin)).statusCode).toBe(200);
  const saved = {
    ...noVat,
    ...noPolicy,
    reminders: { isOn: true, workingDaysBefore: 0, hour: 23 },
  };
  expect((await save({}, ctx.admin)).json()).toEqual({ data: saved });
  expect(await settingsOf(ctx.admin)).toEqual(saved);
  expect(await settingsOf(ctx.otherAdmin)).toEqual(byDefault);
  const audit = await test.listRows('auditLog', { subjectId: ctx.firmId }, [
    'action',
    'actorId',
    'details',
  ]);
  const common = { action: 'firm.updated', actorId: ctx.adminId };
  expect(audit).toEqual([
    { ...common, details: { 'reminders.isOn': [false, true], 'reminders.hour': [8, 23] } },
    { ...common, details: { 'reminders.workingDaysBefore': [3, 0] } },
  ]);
});

it('keeps the VAT settings that are sent, without blanks, beside the reminders', async () => {
  const before = await settingsOf(ctx.otherAdmin);
  for (const change of [
    { isVatVendor: true, vatNumber: ' 4123 456 789 ' },
    { pricesIncludeVat: true },
  ])
    expect((await save(change, ctx.otherAdmin)).statusCode).toBe(200);
  const vat = { isVatVendor: true, vatNumber: '4123456789', pricesIncludeVat: true };
  expect(await settingsOf(ctx.otherAdmin)).toEqual({ ...byDefault, ...vat });
  expect(await save({ isVatVendor: false, vatNumber: null }, ctx.otherAdmin)).toAnswer(200);
  expect(await settingsOf(ctx.otherAdmin)).toEqual({ ...byDefault, pricesIncludeVat: true });
  expect(before).toEqual(byDefault);
});

async function settingsOf(token: string): Promise<unknown> {
  return await test.data<unknown>('GET /firm-settings', { token });
}

function save(body: object, token: string | undefined) {
  return test.call('PUT /firm-settings', { token, body });
}
