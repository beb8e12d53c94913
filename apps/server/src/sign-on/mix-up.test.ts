import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { aSignOnFirm, failureIn, tenant, ticketIn, useSignOn } from '../../test/sign-on-firm.ts';
import { startProvider } from '../../test/sign-on-provider.ts';

const { test, provider, aFirmWith, aLinkedFirm: anOffice } = useSignOn();

/** A firm at a provider of another host, whose admin is the attacker. */
async function anEvilFirm() {
  const evil = await startProvider({
    host: 'login.microsoftonline.com',
    path: `/${tenant}/v2.0`,
    now: () => test.clock.now(),
  });
  onTestFinished(async () => evil.close());
  const office = await aSignOnFirm(test, evil);
  onTestFinished(async () => test.deleteRows('signOns', { firmId: office.firm.id }));
  return { evil, office };
}

type Office = Awaited<ReturnType<typeof aSignOnFirm>>;
const shared = 'http://recoup.test/core/api/sign-on/callback';
const parameter = ({ address }: { address: string }, name: string) =>
  new URL(address).searchParams.get(name) ?? '';
const redirectUri = async (office: Office) => parameter(await office.start(), 'redirect_uri');
const names = { document: { authorization_response_iss_parameter_supported: true } };

beforeEach(async () => test.deleteRows('signOns', {}));

it('keeps the address of the older firm, and gives the later one its own', async () => {
  const honest = await anOffice();
  const { office } = await anEvilFirm();
  expect(await redirectUri(honest)).toBe(shared);
  expect(await redirectUri(office)).toBe(`${shared}/${office.firm.id}`);
  expect(ticketIn(await honest.walk())).toMatch(/\./);
  const token = await test.signIn(office.admin);
  const { signOn } = await test.data<{ signOn: object }>('GET /firm-settings', { token });
  expect(signOn).toMatchObject({ callbackPath: `/core/api/sign-on/callback/${office.firm.id}` });
  await honest.save(null);
  await office.save({ clientId: 'renamed' });
  expect(await redirectUri(office)).toBe(`${shared}/${office.firm.id}`);
});

it.each(['older', 'later'])(
  'sends no code to the provider of an attacker who is %s',
  async (age) => {
    const earlier = age === 'older' ? await anEvilFirm() : undefined;
    const honest = await anOffice();
    const { evil, office } = earlier ?? (await anEvilFirm());
    const [own, begun] = [await honest.start(), await office.start()];
    const asked = new URL(own.address);
    asked.searchParams.set('state', parameter(begun, 'state'));
    for (const address of [shared, `${shared}/${honest.firm.id}`, `${shared}/${office.firm.id}`]) {
      // The honest provider knows its own address alone.
      if (address !== asked.searchParams.get('redirect_uri')) continue;
      const back = provider().approve(asked.href).href;
      expect(failureIn(await office.open(back, begun.browser))).toBe('invalid');
    }
    expect(evil.forms).toEqual([]);
  },
);

it('shares the address of all with providers that name themselves, while they do', async () => {
  const other = await anEvilFirm();
  const back = { iss: provider().issuer };
  provider().lies = { ...names, back };
  const honest = await anOffice();
  expect(await redirectUri(honest)).toBe(shared);
  expect(await redirectUri(other.office)).toBe(shared);
  expect(ticketIn(await honest.walk())).toMatch(/\./);
  // The other firm's answers have no name, and those of the honest provider have another.
  const [own, begun] = [await honest.start(), await other.office.start()];
  const asked = new URL(own.address);
  asked.searchParams.set('state', parameter(begun, 'state'));
  const mixed = provider().approve(asked.href).href;
  expect(failureIn(await other.office.open(mixed, begun.browser))).toBe('invalid');
  expect(other.evil.forms).toEqual([]);
  provider().lies = {};
  expect(failureIn(await honest.walk())).toBe('invalid');
  provider().lies = { back };
  expect(ticketIn(await honest.walk())).toMatch(/\./);
});

it('chooses another address when a provider that no longer names itself is saved', async () => {
  await anEvilFirm();
  provider().lies = { ...names, back: { iss: provider().issuer } };
  const office = await anOffice();
  const token = await test.signIn(office.admin);
  const run = async () => {
    const location = await office.follow('POST /sign-on-tests', token, { returnTo: '/x' });
    return test.call(`GET /sign-on-tests/${location.split('=').at(-1)}`, { token });
  };
  expect(await run()).toAnswer({ data: { isGood: true } });
  provider().lies = {};
  expect(await run()).toAnswer({ data: { isGood: false, message: /Save single sign-on again/ } });
  provider().lies = {
    answer: { '/.well-known/openid-configuration': (response) => response.destroy() },
  };
  // Silence is no proof that the name has gone.
  expect(await office.save()).toAnswer(200);
  provider().lies = {};
  expect(await redirectUri(office)).toBe(shared);
  expect(failureIn(await office.walk())).toBe('invalid');
  expect(await office.save()).toAnswer(200);
  expect(await redirectUri(office)).toBe(`${shared}/${office.firm.id}`);
  expect(ticketIn(await office.walk())).toMatch(/\./);
});

it('says in a test that an answer came to another address, or names another provider', async () => {
  const { admin, open } = await anOffice();
  const token = await test.signIn(admin);
  const run = async (change: (back: URL) => void) => {
    const begun = await test.call('POST /sign-on-tests', { token, body: { returnTo: '/x' } });
    const cookie = String(begun.headers['set-cookie']).split(';')[0] ?? '';
    const { url } = begun.json<{ data: { url: string } }>().data;
    const back = provider().approve(url);
    change(back);
    const location = await open(back.href, { cookie });
    return test.call(`GET /sign-on-tests/${location.split('=').at(-1)}`, { token });
  };
  const moved = await run((back) => (back.pathname += `/${admin.firmId}`));
  expect(moved).toAnswer({ data: { isGood: false, message: /another redirect address/ } });
  const named = await run((back) => back.searchParams.set('iss', 'https://elsewhere.example'));
  expect(named).toAnswer({ data: { isGood: false, message: /another provider/ } });
});

it('takes a provider that does not answer when it is saved for one without a name', async () => {
  const office = await anOffice();
  const saveSilent = async () => {
    await office.save(null);
    provider().lies = {
      answer: { '/.well-known/openid-configuration': (response) => response.destroy() },
    };
    expect(await office.save()).toAnswer(200);
    provider().lies = {};
  };
  await saveSilent();
  expect(await redirectUri(office)).toBe(shared);
  expect(ticketIn(await office.walk())).toMatch(/\./);
  await office.save(null);
  await anEvilFirm();
  await saveSilent();
  expect(await redirectUri(office)).toBe(`${shared}/${office.firm.id}`);
});

it('takes a named answer to a sign-in that the release before began', async () => {
  await anEvilFirm();
  const honest = await anOffice();
  const answer = async () => {
    const { address, browser } = await honest.start();
    const begun = new URL(address);
    begun.searchParams.set('redirect_uri', shared);
    return honest.open(provider().approve(begun.href).href, browser);
  };
  expect(failureIn(await answer())).toBe('invalid');
  provider().lies = { back: { iss: provider().issuer } };
  expect(ticketIn(await answer())).toMatch(/\./);
});

it('shares the address of one provider, and chooses anew for another issuer', async () => {
  const [first, second] = [await anOffice(), await anOffice()];
  expect(await redirectUri(second)).toBe(shared);
  const { evil } = await anEvilFirm();
  await second.save({ issuer: evil.issuer });
  expect(await redirectUri(first)).toBe(shared);
  const callback = async () => (await test.getRow('signOns', { firmId: second.firm.id })).callback;
  expect(await callback()).toBe('own');
  await second.save({ issuer: provider().issuer });
  expect(await callback()).toBe('shared');
});

it('gives one of two firms that save at once an address of its own', async () => {
  const offices = [await anOffice(), (await anEvilFirm()).office];
  for (let round = 0; round < 5; round += 1) {
    await test.deleteRows('signOns', {});
    await Promise.all(offices.map(async ({ save }) => save()));
    const rows = await test.listRows('signOns', {}, ['callback']);
    expect(rows.map(({ callback }) => callback).toSorted()).toEqual(['own', 'shared']);
  }
});

it.each(['cross-site', 'same-site'])('begins no sign-in for a page that is %s', async (site) => {
  const { firm } = await aFirmWith();
  const begin = async (headers: Record<string, string>) => {
    const url = `/core/api/sign-on/start?domain=${firm.domain}`;
    return String((await test.app.inject({ url, headers })).headers.location);
  };
  expect(failureIn(await begin({ 'sec-fetch-site': site }))).toBe('elsewhere');
  for (const own of ['same-origin', 'none'])
    expect(await begin({ 'sec-fetch-site': own })).toContain(provider().issuer);
});
