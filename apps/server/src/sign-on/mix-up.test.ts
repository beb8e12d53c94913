import { expect, it, onTestFinished } from 'vitest';
import { useApp } from '../../test/app.ts';
import {
  aSignOnFirm,
  failureIn,
  nearProvider,
  tenant,
  ticketIn,
  useProvider,
} from '../../test/sign-on-firm.ts';
import { startProvider } from '../../test/sign-on-provider.ts';

const test = useApp(nearProvider);
const provider = useProvider(test);

/** A firm whose attorney is linked, so that an honest answer would sign in. */
async function aLinkedFirm() {
  const office = await aSignOnFirm(test, provider());
  await office.link(office.attorney);
  return office;
}

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

it.each(['of all', 'of the firm'])(
  'sends no code of a provider to another one, by the address %s',
  async (kind) => {
    const honest = await aLinkedFirm();
    const { evil, office } = await anEvilFirm();
    const { browser, address } = await office.start();
    const state = new URL(address).searchParams.get('state') ?? '';
    const asked = new URL((await honest.start()).address);
    const shared = 'http://recoup.test/core/api/sign-on/callback';
    const own = `${shared}/${honest.firm.id}`;
    expect(asked.searchParams.get('redirect_uri')).toBe(own);
    asked.searchParams.set('redirect_uri', kind === 'of all' ? shared : own);
    asked.searchParams.set('state', state);
    const back = provider().approve(asked.href).href;
    expect(failureIn(await office.open(back, browser))).toBe('invalid');
    expect(evil.forms).toEqual([]);
  },
);

it('signs in beside others by the firm’s own address, or by a named issuer', async () => {
  const honest = await aLinkedFirm();
  await anEvilFirm();
  expect(ticketIn(await honest.walk())).toMatch(/\./);
  provider().lies = {
    document: { authorization_response_iss_parameter_supported: true },
    back: { iss: provider().issuer },
  };
  const { browser, address } = await honest.start();
  const redirect = new URL(address).searchParams.get('redirect_uri');
  expect(redirect).toBe('http://recoup.test/core/api/sign-on/callback');
  expect(ticketIn(await honest.open(provider().approve(address).href, browser))).toMatch(/\./);
});

it.each(['cross-site', 'same-site'])('begins no sign-in for a page that is %s', async (site) => {
  const { firm } = await aSignOnFirm(test, provider());
  const begin = async (headers: Record<string, string>) => {
    const url = `/core/api/sign-on/start?domain=${firm.domain}`;
    return String((await test.app.inject({ url, headers })).headers.location);
  };
  expect(failureIn(await begin({ 'sec-fetch-site': site }))).toBe('elsewhere');
  for (const own of ['same-origin', 'none'])
    expect(await begin({ 'sec-fetch-site': own })).toContain(provider().issuer);
});
