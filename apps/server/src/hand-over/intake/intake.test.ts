import { describe, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { anIntakeProcess, useIntake } from '../../../test/matter-intake.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, sink, put, check, lastRun } = useIntake(test);
const due = new Date('2026-03-19T04:00:00Z');
const file = (number: string, description: string) =>
  `Matter No,Description\n${number},${description}\n`;
const textOf = (path: string) => sink().files.get(path)?.toString();
const names = () => [...sink().files.keys()].toSorted();

function touched(content: Buffer): Buffer {
  sink().times.set('/in/open.csv', Math.floor(due.getTime() / 1000));
  return content;
}

it('imports new files at the time of the firm, the oldest first, and moves them', async () => {
  await firm().save();
  expect(await check()).toBe(0);
  test.clock.set(due);
  put('b.csv', file('N1', 'Newer'), 5);
  put('a.CSV', file('N1', 'Older'), 60);
  put('notes.txt', 'no file of matters', 60);
  await check();
  expect(await firm().matters()).toEqual(['N1 Newer']);
  expect(await lastRun()).toMatchObject({
    state: 'done',
    startedAt: '2026-03-19T04:00:00.000Z',
    files: [
      { name: 'a.CSV', state: 'imported', movedTo: 'done' },
      {
        name: 'b.csv',
        state: 'imported',
        movedTo: 'done',
        message: '0 matters added, 1 changed, 0 unchanged.',
      },
    ],
  });
  expect(names()).toEqual([
    '/in',
    '/in/done',
    '/in/done/a.CSV',
    '/in/done/a.CSV.txt',
    '/in/done/b.csv',
    '/in/done/b.csv.txt',
    '/in/notes.txt',
  ]);
  expect(textOf('/in/done/a.CSV.txt')).toBe('1 matters added, 0 changed, 0 unchanged.\n');
  expect(await firm().mails()).toEqual([]);
  expect((await firm().intake())?.nextAt).toBe('2026-03-20T04:00:00.000Z');
  expect(await check()).toBe(0);
});

it('imports nothing of a file with an error, says why beside it and in a mail', async () => {
  await firm().save();
  test.clock.set(due);
  put('bad.csv', 'Matter No,Description\nN1,Good\n,Without a number\n');
  put('odd.csv', 'Colour,Taste\nred,sweet\n', 5);
  put('good.csv', file('N2', 'Good'), 2);
  await check();
  expect(await firm().matters()).toEqual(['N2 Good']);
  const { files = [] } = (await lastRun()) ?? {};
  expect(files.map(({ name, state, movedTo }) => [name, state, movedTo])).toEqual([
    ['bad.csv', 'refused', 'refused'],
    ['odd.csv', 'refused', 'refused'],
    ['good.csv', 'imported', 'done'],
  ]);
  expect(textOf('/in/refused/bad.csv.txt')).toMatch(
    /^Nothing was imported: 1 rows have errors\.\nRow 3, /,
  );
  expect(textOf('/in/refused/odd.csv.txt')).toContain('Nothing was imported.');
  const [mail, ...others] = await firm().mails();
  expect([mail?.to, mail?.subject, others]).toEqual([
    firm().admin.email,
    'Files of matters were refused',
    [],
  ]);
  expect(mail?.body).toContain('bad.csv\nNothing was imported: 1 rows have errors.\nRow 3');
});

it('names what to look at in an imported file', async () => {
  await firm().save();
  test.clock.set(due);
  put('a.csv', file('N1', 'Andr‚'));
  await check();
  const [taken] = (await lastRun())?.files ?? [];
  expect(taken?.message).toMatch(/^1 matters added.*\nOne text has signs/);
});

it('reads words as the firm explained them', async () => {
  await firm().save();
  await firm().data('PUT /import-words', { field: 'status', word: 'Dormant', value: 'Closed' });
  test.clock.set(due);
  put('a.csv', 'Ref,Name,Status\nN1,Lease,Dormant\n');
  await check();
  const [taken] = (await lastRun())?.files ?? [];
  expect(taken?.message).toContain('Read as your firm explained: “Dormant” as Closed.');
  expect(await firm().data('GET /matters?search=N1')).toMatchObject([{ status: 'Closed' }]);
});

describe('a file that is being written', () => {
  it('is left alone, and taken some minutes later', async () => {
    await firm().save();
    test.clock.set(due);
    put('fresh.csv', file('N1', 'Half'), 0);
    put('later.csv.part', file('N2', 'Half'));
    put('.hidden.csv', file('N3', 'Half'));
    await check();
    expect([await firm().matters(), await firm().runs()]).toEqual([[], []]);
    put('fresh.csv', file('N1', 'Whole'), 0);
    test.clock.advance(5 * 60_000);
    await check();
    expect(await firm().matters()).toEqual(['N1 Whole']);
    expect(names()).toContain('/in/later.csv.part');
    expect((await firm().intake())?.nextAt).toBe('2026-03-20T04:00:00.000Z');
  });

  it.each([
    ['grows', (content: Buffer) => Buffer.concat([content, Buffer.from(',')])],
    ['changes', touched],
  ])('is left alone if it %s while it is read', async (_, change) => {
    await firm().save();
    test.clock.set(due);
    put('open.csv', file('N1', 'Half'));
    const { files } = sink();
    const get = files.get.bind(files);
    let looks = 0;
    // It was listed and looked at before, in five steps.
    files.get = (path) => {
      const content = get(path);
      if (path !== '/in/open.csv' || !content) return content;
      looks += 1;
      return looks > 5 ? change(content) : content;
    };
    await check();
    expect([looks > 5, await firm().matters(), await firm().runs()]).toEqual([true, [], []]);
  });
});

it('takes a file that may not be moved once, and its next version again', async () => {
  await firm().save();
  sink().behave('refuses to rename');
  test.clock.set(due);
  put('a.csv', file('N1', 'First'));
  await check();
  expect((await lastRun())?.files).toMatchObject([
    { name: 'a.csv', state: 'imported', movedTo: null },
  ]);
  test.clock.set(new Date('2026-03-20T04:00:00Z'));
  await check();
  expect(await lastRun()).toMatchObject({ state: 'empty', files: [] });
  put('a.csv', file('N1', 'Second'));
  test.clock.set(new Date('2026-03-21T04:00:00Z'));
  await check();
  expect(await firm().matters()).toEqual(['N1 Second']);
  expect(await firm().data<object[]>('GET /imports')).toHaveLength(2);
});

it('takes a file once by two processes, and after one died before the move', async () => {
  await firm().save();
  test.clock.set(due);
  put('a.csv', file('N1', 'Once'));
  const { id } = firm().firm;
  const processes = [anIntakeProcess(test), anIntakeProcess(test)];
  await Promise.all(processes.map(async ({ run }) => run(id)));
  expect(await firm().data<object[]>('GET /imports')).toHaveLength(1);
  expect(await firm().runs()).toHaveLength(1);
  // As after a death between the import and the move.
  put('b.csv', file('N2', 'Once'));
  const modifiedAt = new Date((sink().times.get('/in/b.csv') ?? 0) * 1000);
  const bytes = sink().files.get('/in/b.csv')?.length ?? 0;
  await test.insertRows('matterIntakeFiles', { firmId: id, name: 'b.csv', bytes, modifiedAt });
  await firm().data('POST /matter-intake/runs');
  await check();
  expect(await firm().matters()).toEqual(['N1 Once']);
});

it('never replaces a file in the folder that it moves to', async () => {
  await firm().save();
  test.clock.set(due);
  put('a.csv', file('N1', 'First'));
  await check();
  put('a.csv', file('N1', 'Second'));
  await firm().data('POST /matter-intake/runs');
  await check();
  expect(names().filter((path) => path.endsWith('.csv'))).toEqual([
    '/in/done/20260319040000-a.csv',
    '/in/done/a.csv',
  ]);
});

it('goes on where files cannot be read, and refuses those in the last run', async () => {
  await firm().save();
  test.clock.set(due);
  put('locked.csv', file('N1', 'Locked'), 90);
  sink().locked.add('/in/locked.csv');
  put('ahead.csv', file('N2', 'Ahead'), -120);
  put('good.csv', file('N3', 'Good'));
  for (const pause of [5, 15, 30]) {
    await check();
    test.clock.advance(pause * 60_000);
  }
  expect(await firm().matters()).toEqual(['N3 Good']);
  expect([(await firm().runs()).length, await firm().mails()]).toEqual([1, []]);
  await check();
  expect((await lastRun())?.files).toMatchObject([
    { name: 'ahead.csv', state: 'refused', message: expect.stringContaining('time lies ahead') },
    { name: 'locked.csv', state: 'refused', message: expect.stringContaining('not be read') },
  ]);
  expect(await firm().mails()).toMatchObject([{ subject: 'Files of matters were refused' }]);
  expect((await firm().intake())?.nextAt).toBe('2026-03-20T04:00:00.000Z');
});
