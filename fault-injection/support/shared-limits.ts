import { setTimeout as wait } from 'node:timers/promises';
import { aUser } from '../../apps/server/test/factories.ts';
import { type Answer, ask } from './ask.ts';
import { knownPassword } from './fuzz-schema.ts';
import type { Processes } from './processes.ts';
import { requestResetToken } from './revocations.ts';
import { staff } from './workers.ts';

/** Attempts that passed, and how many may; `most` allows for concurrent ones. */
export type SharedLimit = { limit: string; through: number; most: number };

/** Tries each limit over all processes, each from its own network. */
export async function tryLimits(on: Processes): Promise<SharedLimit[]> {
  return [
    {
      limit: 'wrong passwords for one account, one after the other',
      through: await wrongInARow(on),
      most: 5,
    },
    // Two at a time are compared in each process (password.ts), and the fifth failure is known once
    // it has been.
    {
      limit: 'wrong passwords for one account, 40 at once',
      through: await wrongAtOnce(on),
      most: 4 + 2 * on.urls.length,
    },
    {
      limit: 'failures of one network at 130 accounts',
      through: await wrongOfNetwork(on),
      most: 100,
    },
    { limit: 'codes sent within a minute', through: await codesSent(on), most: 1 },
    { limit: 'codes tried for one account, 12 at once', through: await codesTried(on), most: 5 },
    { limit: 'uses of one grant, 8 at once', through: await usesOfGrant(on), most: 1 },
    { limit: 'mails of a firm in an hour, 40 at once', through: await mailsAccepted(on), most: 20 },
  ];
}

async function wrongInARow(on: Processes): Promise<number> {
  const { email } = await aUser(on.db, { password: knownPassword });
  const answers: Answer[] = [];
  while (answers.length < 12) answers.push(await logon(on, email, '127.71.0.1'));
  return count(answers, 401);
}

async function wrongAtOnce(on: Processes): Promise<number> {
  const { email } = await aUser(on.db, { password: knownPassword });
  return count(
    await Promise.all(Array.from({ length: 40 }, () => logon(on, email, '127.72.0.1'))),
    401,
  );
}

async function wrongOfNetwork(on: Processes): Promise<number> {
  const emails = Array.from({ length: 130 }, (_, index) => `nobody${index}@nowhere.co.za`);
  return count(await Promise.all(emails.map((email) => logon(on, email, '127.73.0.1'))), 401);
}

async function codesSent(on: Processes): Promise<number> {
  const { email, cell } = await somebody(on, '0841111111');
  await Promise.all(
    Array.from({ length: 8 }, () =>
      ask(`${on.next()}/v2/sendOtp?email=${encodeURIComponent(email)}`),
    ),
  );
  await wait(200);
  const sent = await on.db
    .selectFrom('otpChallenges')
    .where('userId', 'is not', null)
    .innerJoin('users', 'users.id', 'otpChallenges.userId')
    .where('users.cell', '=', cell)
    .select('otpChallenges.id')
    .execute();
  return sent.length;
}

async function codesTried(on: Processes): Promise<number> {
  const { email } = await somebody(on, '0842222222');
  const sent = await ask(`${on.next()}/v2/sendOtp?email=${encodeURIComponent(email)}`);
  const { data: token } = JSON.parse(sent.body) as { data: string }; // the contract's
  const tries = Array.from({ length: 12 }, (_, index) => ({
    otp: String(10_000_000 + index),
    token,
  }));
  const answers = await Promise.all(
    tries.map((body) =>
      ask(`${on.next()}/v2/verifyOtp`, { method: 'POST', body, from: '127.74.0.1' }),
    ),
  );
  return count(answers, 400);
}

async function usesOfGrant(on: Processes): Promise<number> {
  const { id, email, cell } = await somebody(on, '0843333333');
  const token = await requestResetToken(on, email, cell);
  const uses = Array.from({ length: 8 }, (_, index) => ({
    newPassword: `quiet lanterns number ${index}`,
  }));
  return count(
    await Promise.all(
      uses.map((body) =>
        ask(`${on.next()}/users/update-passwordv2/${id}`, { method: 'PUT', token, body }),
      ),
    ),
    200,
  );
}

async function mailsAccepted(on: Processes): Promise<number> {
  const { senders } = await staff(on.db, 0);
  const token = senders[0]?.adminToken;
  await ask(`${on.next()}/exports`, { method: 'POST', token, body: {} });
  const body = { from: '', to: 'bookkeeper@lawfirm.co.za', subject: 'March', body: '' };
  const answers = await Promise.all(
    Array.from({ length: 40 }, () =>
      ask(`${on.next()}/sendMail?type=csv`, { method: 'POST', token, body }),
    ),
  );
  return count(answers, 200);
}

async function somebody(
  on: Processes,
  cell: string,
): Promise<{ id: string; email: string; cell: string }> {
  return { ...(await aUser(on.db, { cell, password: knownPassword })), cell };
}

function logon(on: Processes, email: string, from: string): Promise<Answer> {
  return ask(`${on.next()}/logon`, {
    method: 'POST',
    from,
    body: { email, password: 'not the password of anybody' },
  });
}

function count(answers: readonly Answer[], status: number): number {
  return answers.filter((answer) => answer.status === status).length;
}
