import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';
const stranger = '203.0.113.66';

const statusOf = async (requested: Promise<{ statusCode: number }>): Promise<number> =>
  (await requested).statusCode;

/** A firm whose people sign in from their office, each as soon as the others are done. */
async function anOffice(people: number) {
  const firm = await test.aFirm();
  const users: { email: string }[] = [];
  for (let count = 0; count < people; count += 1) users.push(await test.aUser({ firm, password }));
  const signIn = async (email: string, from = '198.51.100.1') =>
    statusOf(test.call('POST /logon', { body: { email, password }, from }));
  return async () => Promise.all(users.map(({ email }) => signIn(email)));
}

async function greedyFirm() {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm });
  const token = await test.signIn(admin);
  const register = async (index: number) => {
    const person = {
      name: `Person ${index}`,
      email: `p${index}@${firm.domain}`,
      cell: `08412${String(index).padStart(5, '0')}`,
    };
    const body = { ...person, role: 0, firm: firm.id, password: 'zebra-quartz-first-33' };
    return statusOf(test.call('POST /register', { token, body }));
  };
  return () => Array.from({ length: 110 }, (_, index) => register(index));
}

async function greedyUser() {
  const user = await test.anAdmin({ password });
  const token = await test.signIn(user);
  const body = { oldPassword: password, newPassword: 'lantern-harbour-quiet-7' };
  const change = async () =>
    statusOf(
      test.call(`PUT /users/update-password/${user.id}`, { token, body, from: '198.51.100.9' }),
    );
  return () => Array.from({ length: 30 }, change);
}

function greedyStranger(): Promise<number>[] {
  const email = (index: number) => `nobody${index}@nowhere.co.za`;
  const logon = async (index: number) =>
    statusOf(
      test.call('POST /logon', {
        body: { email: email(index), password: 'wrong' },
        from: stranger,
      }),
    );
  const sendOtp = async (index: number) =>
    statusOf(test.call(`GET /v2/sendOtp?email=${email(index)}`, { from: stranger }));
  return Array.from({ length: 160 }, (_, index) => [logon(index), sendOtp(index)]).flat();
}

it('signs a firm’s users in while a user, a firm and a stranger flood the hashing', async () => {
  const [office, firm, user] = [await anOffice(12), await greedyFirm(), await greedyUser()];
  const lines = test.log.length;
  const startedAt = performance.now();
  const greedy = [...firm(), ...user(), ...greedyStranger()];
  const signedIn = [...(await office()), ...(await office())];
  expect(signedIn.filter((status) => status !== 200)).toEqual([]);
  const refused = (await Promise.all(greedy)).filter((status) => status === 503 || status === 429);
  // Otherwise the line was never full, and the test proves nothing.
  expect(refused.length).toBeGreaterThan(50);
  const written = test.log
    .slice(lines)
    .filter((line) => /"status":(?:429|503)|refused under load|logon_limited/.test(line));
  // One line every ten seconds for each kind of rejection.
  expect(written.length).toBeLessThan(10 + (performance.now() - startedAt) / 1_000);
  expect(test.log.slice(lines).join('\n')).not.toContain('"stack"');
});
