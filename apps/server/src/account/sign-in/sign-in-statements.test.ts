import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { type SentStatement, statementChannel } from '../../platform/database/pg-driver.ts';

const test = useApp();
const password = 'a-long-and-quiet-river';

/** The statements of a sign-in from a known place. */
async function recordSignIn(): Promise<SentStatement[]> {
  const { email } = await test.aUser({ password });
  const logOn = async () => test.call('POST /logon', { body: { email, password } });
  await logOn();
  const sent: SentStatement[] = [];
  const hear = (message: unknown) => sent.push(message as SentStatement); // the channel's message
  subscribe(statementChannel, hear);
  const reply = await logOn();
  unsubscribe(statementChannel, hear);
  expect(reply).toAnswer(200);
  return sent;
}

it('signs in by nine statements, each of them prepared', async () => {
  const sent = await recordSignIn();
  expect(sent).toHaveLength(9);
  expect(sent.filter(({ name }) => name === undefined)).toEqual([]);
});
