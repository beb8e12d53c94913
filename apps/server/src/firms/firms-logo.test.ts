import sharp from 'sharp';
import { beforeAll, expect, it } from 'vitest';
import { useApp } from '../../test/app.ts';

const test = useApp();
type Firm = { _id: string; logo: string | null; version: number };
const ctx = { system: '', jpeg: '' };

beforeAll(async () => {
  ctx.system = await test.signInAs({ firm: null });
  const picture = sharp({ create: { width: 800, height: 400, channels: 3, background: '#246' } });
  const bytes = await picture
    .withExif({ IFD0: { Copyright: 'a secret' } })
    .jpeg()
    .toBuffer();
  ctx.jpeg = `data:image/jpeg;base64,${bytes.toString('base64')}`;
});

const send = async (what: string, body: object): Promise<Firm> =>
  test.data<Firm>(what, { token: ctx.system, body });
const bytesOf = (logo: string | null): Buffer => Buffer.from(logo?.split(',')[1] ?? '', 'base64');

it('keeps a logo until it is replaced or removed, with a small copy in lists', async () => {
  const firm = await send('POST /firms', {
    name: 'Pictured Incorporated',
    domains: ['pictured.co.za'],
    logo: ctx.jpeg,
  });
  expect(await sharp(bytesOf(firm.logo)).metadata()).toMatchObject({
    format: 'jpeg',
    width: 512,
    height: 256,
  });
  expect(bytesOf(firm.logo).includes('a secret')).toBe(false);
  const renamed = await send(`PUT /firms/${firm._id}`, { name: 'Renamed Incorporated' });
  expect(renamed.logo).toBe(firm.logo);
  const sentBack = await send(`PUT /firms/${firm._id}`, {
    name: 'Renamed Incorporated',
    logo: firm.logo,
  });
  expect(sentBack).toEqual(renamed);
  const attorney = await test.aUser({ firm: { id: firm._id, domain: 'pictured.co.za' } });
  const me = await test.call('GET /me', { token: await test.signIn(attorney) });
  expect(me).toAnswer({ firm: { logo: firm.logo } });
  const list = await test.call('GET /firms?search=renamed', { token: ctx.system });
  const [listed] = list.json<{ data: Firm[] }>().data;
  expect(await sharp(bytesOf(listed?.logo ?? null)).metadata()).toMatchObject({
    format: 'jpeg',
    width: 96,
    height: 48,
  });
  const without = await send(`PUT /firms/${firm._id}`, { logo: null });
  expect(without.logo).toBeNull();
});

it('writes of a logo no more than its size into the audit log', async () => {
  const firm = await send('POST /firms', {
    name: 'Audited Incorporated',
    domains: ['audited.co.za'],
    logo: ctx.jpeg,
  });
  await send(`PUT /firms/${firm._id}`, { logo: null });
  const records = await test.listRows('auditLog', { subjectId: firm._id }, ['details']);
  const size = `${bytesOf(firm.logo).length} bytes`;
  expect(records).toMatchObject([{ details: { logo: size } }, { details: { logo: [size, null] } }]);
});
