import { expect, it, onTestFinished } from 'vitest';
import { callApi } from '../../../test/api.ts';
import { earlierDatabase } from '../../../test/earlier-database.ts';
import { aFirm, aUser } from '../../../test/factories.ts';
import { buildApp } from '../../app.ts';
import { createAfterResponse } from '../../platform/http/after-response.ts';
import { hours, minutes } from '../../platform/core/clock.ts';
import type { Sms } from '../../sms/create-gateway.ts';
import { updateRows } from '../../../test/rows.ts';

const password = 'paper-lion-station-18';

it('allows initial passwords and invitations 14 days from the migration', async () => {
  const { db, upgrade } = await earlierDatabase('0025');
  const firm = await aFirm(db);
  const own = await aUser(db, { firm, password });
  const initial = await aUser(db, { firm, password, pwdResetRequired: true });
  const invited = await aUser(db, { firm, pwdResetRequired: true });
  await updateRows(db, 'users', {}, { createdAt: new Date('2020-01-01') });
  await upgrade();
  const end = Date.now() + hours(14 * 24);

  let time = end - minutes(1);
  const [sms, background]: [string[], ReturnType<typeof createAfterResponse>] = [
    [],
    createAfterResponse(),
  ];
  const smsGateway = { send: async ({ text }: Sms) => void sms.push(text) };
  const app = await buildApp({
    db,
    clock: { now: () => new Date(time) },
    background,
    smsGateway,
    publicUrl: 'http://recoup.test',
  });
  onTestFinished(async () => app.close());
  const firstSignIns = async () => {
    const logon = async ({ email }: { email: string }) =>
      (await callApi(app, 'POST /logon', { body: { email, password } })).statusCode;
    await callApi(app, `GET /v2/sendOtp?email=${invited.email}`, {});
    await background.settled();
    return [await logon(own), await logon(initial), sms.at(-1)];
  };
  expect(await firstSignIns()).toEqual([
    200,
    200,
    expect.stringMatching(/^\d{8} is your Recoup one-time password/),
  ]);
  time = end + minutes(1);
  expect(await firstSignIns()).toEqual([
    200,
    401,
    expect.stringMatching(/^Your invitation to Recoup has ended after 14 days/),
  ]);
});
