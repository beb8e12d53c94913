import { fileTypes } from '@recoup/contract/exports/files';
import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../../test/app.ts';

const test = useApp();
const ctx = { token: '', firmId: '' };

beforeAll(async () => {
  const firm = await test.aFirm({ name: 'Nkosi & Partners' });
  ctx.firmId = firm.id;
  ctx.token = await test.signIn(await test.anAdmin({ firm }));
  const type = await test.aDisbursementType(firm);
  const attorney = await test.aUser({ firm });
  await test.anEntry({ firm, attorney, type, matter: await test.aMatter(firm) });
  await setLetterhead('Nkosi & Partners', 'red');
});

it.each(['xlsx', 'pdf'] as const)(
  'shows in the %s of an export the name and logo of its day',
  async (kind) => {
    await setLetterhead('Nkosi & Partners', 'red');
    const earlier = await createExport();
    const before = await file(earlier, kind);
    await setLetterhead('Mokoena Inc.', 'blue');
    expect((await file(earlier, kind)).equals(before)).toBe(true);
    expect((await file(await createExport(), kind)).equals(before)).toBe(false);
  },
);

it('keeps a name and logo once for all exports under them', async () => {
  await setLetterhead('Once & Co', 'green');
  await createExport();
  await createExport();
  await setLetterhead('Once & Co', null);
  await createExport();
  const stored = await test.db
    .selectFrom('letterheads')
    .where('firmId', '=', ctx.firmId)
    .where('name', '=', 'Once & Co')
    .select((eb) => [eb.fn.countAll<number>().as('rows'), eb.fn.count<number>('logo').as('logos')])
    .executeTakeFirstOrThrow();
  expect(stored).toEqual({ rows: 2, logos: 1 });
});

async function setLetterhead(name: string, colour: string | null): Promise<void> {
  const logo = colour === null ? null : await jpegOf(colour);
  await test.updateRows('firms', { id: ctx.firmId }, { name, logo });
}

async function jpegOf(background: string): Promise<Buffer> {
  return sharp({ create: { width: 40, height: 20, channels: 3, background } })
    .jpeg()
    .toBuffer();
}

async function createExport(): Promise<string> {
  const reply = await test.call('GET /download', {
    token: ctx.token,
    headers: { accept: fileTypes.csv },
  });
  expect(reply).toAnswer(200);
  const id = (await test.listRows('exports', { firmId: ctx.firmId })).at(-1)?.id ?? '';
  return id;
}

async function file(id: string, kind: 'xlsx' | 'pdf'): Promise<Buffer> {
  const reply = await test.call(`GET /exports/${id}/file`, {
    token: ctx.token,
    headers: { accept: fileTypes[kind] },
  });
  expect(reply).toAnswer(200);
  return reply.rawPayload;
}
