import { expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';
import { countedWhile } from '../../test/counted-outcomes.ts';
import { anSmsSender } from '../../test/sms-sender.ts';
import { hours } from '../platform/core/clock.ts';
import type { Sms } from './create-gateway.ts';
import { createSmsSender, smsCaps } from './sms.service.ts';

const test = useApp();
const sms: Sms = { to: '0821234567', text: '12345678 is your one-time password.' };

it('sends nothing to a number that cannot receive it, and logs why', async () => {
  const { sent, lines, log, sender } = anSmsSender(test);
  const more = {
    text: 'x',
    userId: 'one',
    firmId: null,
    isStrangers: false,
    address: '10.3.0.1',
    now: test.clock.now(),
    log,
  };
  for (const to of ['0115551234', '0861234567', '+27821234567']) await sender.send({ ...more, to });
  expect(sent).toEqual([]);
  expect(lines).toMatchObject(
    Array.from({ length: 3 }, () => ({ event: 'sms_refused', reason: 'not a mobile number' })),
  );
});

it('keeps the caps of number and account, and never throws', async () => {
  const { sent, lines, log, sender, spend } = anSmsSender(test);
  const now = test.clock.now();
  const cell = (index: number) => `083${String(index).padStart(7, '0')}`;
  const { number, account } = smsCaps;
  const ofNumber = (index: number) => ({ to: sms.to, userId: `user ${index}` });
  expect(await spend(number.strangers + 1, ofNumber, true)).toBe(number.strangers);
  // Strangers have spent their part; the owner has the rest, and another firm its own.
  expect(await spend(number.max, ofNumber, false)).toBe(number.max - number.strangers);
  expect(lines.find((line) => 'cap' in line)).toMatchObject({ event: 'sms_capped', cap: 'number' });
  expect(await spend(1, () => ({ ...ofNumber(0), userId: 'other', firmId: 'other' }), true)).toBe(
    1,
  );
  expect(
    await spend(account.strangers + 1, (index) => ({ to: cell(index), userId: 'one' }), true),
  ).toBe(account.strangers);
  const later = {
    now: new Date(now.getTime() + hours(24)),
    userId: 'user 1',
    firmId: null,
    isStrangers: true,
    address: '10.0.0.1',
    log,
  };
  await sender.send({ ...sms, ...later });
  expect(sent.at(-1)).toEqual(sms);
  const broken = createSmsSender({
    db: test.db,
    gateway: { send: async () => Promise.reject(new Error('down')) },
  });
  await broken.send({ ...later, to: '0841234567', text: '99887766', address: '10.0.2.1' });
  expect(lines.at(-1)).toMatchObject({ event: 'sms_failed', firm: null });
  expect(JSON.stringify(lines)).not.toContain('99887766');
});

it('keeps what fails until the gateway takes an SMS again', async () => {
  const { log, lines, sender } = anSmsSender(test);
  const echo = new SyntaxError('Unexpected token in "echo-of-a-secret"');
  const reasons: [Error, string][] = [
    [Object.assign(new Error('x'), { name: 'TimeoutError' }), 'did not answer in time'],
    [new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }), '(ECONNREFUSED)'],
    [Object.assign(new Error('x'), { code: 'ENOSPC', path: '/secret' }), 'written (ENOSPC)'],
    [echo, 'cannot be read'],
  ];
  await test.deleteRows('roadFailures');
  const to = (index: number) => ({ ...sms, to: `085${String(index).padStart(7, '0')}` });
  const more = { userId: 'failing', firmId: null, isStrangers: false, address: '10.4.0.1', log };
  for (const [index, [error, reason]] of reasons.entries()) {
    const gateway = { send: async () => Promise.reject(error) };
    const now = new Date(test.clock.now().getTime() + index);
    const counted = await countedWhile('sms', async () =>
      createSmsSender({ db: test.db, gateway }).send({ ...to(index), ...more, now }),
    );
    expect(counted).toEqual(['failed']);
    expect(lines.at(-1)).toMatchObject({ reason: expect.stringContaining(reason) });
    expect(await test.listRows('roadFailures')).toMatchObject([
      { kind: 'sms', reason: lines.at(-1)?.reason, since: test.clock.now(), tries: index + 1 },
    ]);
  }
  expect(JSON.stringify(lines)).not.toMatch(/secret/);
  const send = async () => sender.send({ ...to(9), ...more, now: test.clock.now() });
  expect(await countedWhile('sms', send)).toEqual(['sent']);
  expect(await test.listRows('roadFailures')).toEqual([]);
});
