import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { it, onTestFinished } from 'vitest';
import { expect } from '../support/test.ts';
import { demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { openWindow, recoup, useApp } from '../support/app.ts';
import { postData } from '../support/wire.ts';

useApp();
const run = promisify(execFile);

type List = { data: { _id: string; title?: string }[] };

/** The commands of the page, in their order. */
async function readCommands(): Promise<string[]> {
  const { page, end } = await openWindow();
  await page.goto(`${recoup.url}/api`);
  const steps = page.getByRole('region', { name: 'How to begin' });
  await steps.getByRole('listitem').first().waitFor();
  const commands = await steps.locator('pre').allInnerTexts();
  await end();
  return commands;
}

it('does the main job with the very commands of the page, in a shell', async () => {
  const [setUp = '', list = '', send = '', lookUp = '', record = '', close = ''] =
    await readCommands();
  expect(setUp).toContain(`API=${recoup.url}/core/api`);
  const folder = await mkdtemp(join(tmpdir(), 'recoup-first-calls-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  await writeFile(join(folder, 'matters.csv'), 'Matter No,Description,Client\nCURL-1,Lease,Zulu\n');
  const scopes = ['read', 'capture', 'import', 'export'];
  const body = { name: 'First calls', scopes };
  const { key } = await postData<{ key: string }>(demoFirmAdmins.lerato, '/api-keys', body);
  let variables = setUp.replace('rk_…', key);
  const shell = async <T>(command: string): Promise<T> => {
    const { stdout } = await run('sh', ['-ec', `${variables}\n${command}`], { cwd: folder });
    return JSON.parse(stdout) as T; // the contract's
  };
  const [users = '', types = ''] = lookUp.split('\n');
  const [closing = '', fetching = ''] = close.split('\n');

  expect(await shell(send)).toMatchObject({ data: { created: 1 } });
  const matters = await shell<List>(list.replace('itemsPerPage=20', 'search=CURL-1'));
  const attorneys = await shell<List>(users);
  const call = (await shell<List>(types)).data.find(({ title }) => title === 'Call');
  variables += `\nMATTER=${matters.data[0]?._id} ATTORNEY=${attorneys.data[0]?._id}`;
  variables += ` TYPE=${call?._id}`;
  const entry = await shell<{ data: { _id: string; minutes: number } }>(record);
  expect(entry.data.minutes).toBe(7);
  const exported = await shell<{ data: { _id: string; number: number } }>(closing);
  variables += `\nEXPORT=${exported.data._id}`;
  await run('sh', ['-ec', `${variables}\n${fetching}`], { cwd: folder });
  expect(await readFile(join(folder, 'export.csv'), 'utf8')).toContain('CURL-1');
});
