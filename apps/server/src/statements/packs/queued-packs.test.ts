import type { TaxationPack } from '@recoup/contract/statements/pack-endpoints';
import { beforeEach, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';
import { aStatementFirm, type StatementFirm } from '../../../test/statement-firm.ts';
import { packRequests } from '../../../test/taxation-packs.ts';
import { minutes } from '../../platform/core/clock.ts';

const test = useApp();
let of: StatementFirm;
const { ask, close, download, getPack, made, takeTurn } = packRequests(test, () => of);

beforeEach(aFirmWithLines);

async function aFirmWithLines(): Promise<void> {
  of = await aStatementFirm(test);
  await of.recordThree();
  await close();
}

it('makes a pack of another firm after the first of a firm that queued many', async () => {
  const queue = async () => {
    test.clock.advance(minutes(1));
    return (await ask()).json<{ data: TaxationPack }>().data._id;
  };
  const many = [await queue(), await queue()];
  await aFirmWithLines();
  const other = await queue();
  await takeTurn();
  await takeTurn();
  const ready = { id: [...many, other], state: 'ready' };
  const rows = await test.listRows('taxationPacks', ready, ['endedAt', 'id']);
  expect(rows.map(({ id }) => id)).toEqual([many[0], other]);
});

it('keeps the newest files of a firm up to a bound, and of the others the hashes', async () => {
  const { _id, sha256 } = (await made()).pack;
  await test.updateRows('taxationPacks', { id: _id }, { bytes: 2 * 1024 ** 3 });
  // Half a file must not look like a whole one.
  await expect(download(_id)).rejects.toThrow(/destroyed|aborted|deleted/);
  test.clock.advance(minutes(1));
  const newer = await made();
  expect(newer.file.statusCode).toBe(200);
  expect(newer.pack).toMatchObject({ sha256, isKept: true });
  expect(await getPack(_id)).toMatchObject({ state: 'ready', sha256, isKept: false });
  expect(await download(_id)).toAnswer(409, {
    message: 'The file of this pack is no longer kept. Make the pack again.',
  });
});
