import { expect } from 'vitest';
import { useApp } from './app.ts';
import { password } from './passwords.ts';

let network = 0;

function elsewhere(): string {
  network += 1;
  return `10.1.${Math.floor(network / 250)}.${network % 250}`;
}

/** The requests for one-time codes; each user and each attempt has its own network. */
export function useResetCodes() {
  const test = useApp();
  const homes = new Map<string, string>();
  const homeOf = (email: string): string => {
    const home = homes.get(email) ?? elsewhere();
    homes.set(email, home);
    return home;
  };
  const sendOtp = async (email: string): Promise<string> => {
    const reply = await test.call(`GET /v2/sendOtp?email=${encodeURIComponent(email)}`, {
      from: homeOf(email),
    });
    expect(reply).toAnswer(200);
    return reply.json<{ data: string }>().data;
  };
  const codesFor = async (cell: string): Promise<string[]> =>
    (await test.sms())
      .filter(({ to }) => to === cell)
      .map(({ text }) => /^\d{8}/.exec(text)?.[0] ?? '');
  const verify = async (otp: string, token: string, from = elsewhere()) =>
    test.call('POST /v2/verifyOtp', { body: { otp, token }, from });
  /** A firm admin who has just received a code. */
  const started = async (input: { cell: string; status?: number }) => {
    const user = await test.anAdmin({ password, ...input });
    const token = await sendOtp(user.email);
    return { user, token, code: (await codesFor(input.cell)).at(-1) ?? '' };
  };
  return { test, elsewhere, homeOf, sendOtp, codesFor, verify, started };
}
