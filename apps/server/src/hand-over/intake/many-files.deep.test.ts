import { expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { useIntake } from '../../../test/matter-intake.ts';

const test = useApp({ egressAllow: '127.0.0.1/32' });
const { firm, sink, put, check } = useIntake(test);
const due = new Date('2026-03-19T04:00:00Z');

it('takes more files than one run takes in the next ones', async () => {
  await firm().save();
  test.clock.set(due);
  for (let count = 0; count < 45; count += 1)
    put(`${count}.csv`, `Matter No,Description\nN1,Number ${count}\n`);
  for (const left of [25, 5, 0]) {
    await check();
    expect([...sink().files.keys()].filter((path) => /^\/in\/\d+\.csv$/.test(path))).toHaveLength(
      left,
    );
  }
  expect((await firm().intake())?.nextAt).toBe('2026-03-20T04:00:00.000Z');
});
