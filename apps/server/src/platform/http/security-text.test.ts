import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { buildApp } from '../../app.ts';

const test = useApp();
const url = '/.well-known/security.txt';
const open = async (options: { mailFrom?: string }) =>
  buildApp({ db: test.db, clock: test.clock, publicUrl: 'https://recoup.example', ...options });

it('names the mailbox of the operator to finders of a flaw', async () => {
  const app = await open({ mailFrom: 'recoup@lawfirm.co.za' });
  const answer = await app.inject({ url, headers: { host: 'recoup.example' } });
  expect(answer).toAnswer(200);
  expect(answer.headers['content-type']).toBe('text/plain; charset=utf-8');
  const day = new Date(test.clock.now().getTime() + 180 * 86_400_000).toISOString().slice(0, 10);
  expect(answer.body).toBe(
    'Contact: mailto:recoup@lawfirm.co.za\n' +
      `Expires: ${day}T00:00:00Z\n` +
      'Preferred-Languages: en\n' +
      'Canonical: https://recoup.example/.well-known/security.txt\n',
  );
  await app.close();
});

it('is missing where no mailbox is known', async () => {
  const app = await open({});
  expect(await app.inject({ url, headers: { host: 'recoup.example' } })).toAnswer(404);
  await app.close();
});
