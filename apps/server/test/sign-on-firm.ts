import { afterAll, beforeAll, beforeEach } from 'vitest';
import { type TestApp, useApp } from './app.ts';
import { type Provider, startProvider } from './sign-on-provider.ts';

type Settings = Readonly<Record<string, unknown>>;

export const signOnPassword = 'lantern-harbour-quiet-7';
export const tenant = '11111111-2222-4333-8444-555555555555';

/** With these the provider of a test can be reached. */
const nearProvider = {
  egressAllow: '127.0.0.0/8',
  hosts: {
    'login.microsoftonline.com': ['127.0.0.1'],
    'accounts.google.com': ['127.0.0.1'],
  },
} as const;

/** The app of a test file with a provider, and firms whose people sign in there. */
export function useSignOn(options: { host?: string; path?: string } = {}) {
  const test = useApp(nearProvider);
  const provider = useProvider(test, options);
  return {
    test,
    provider,
    aFirmWith: async (given: Settings = {}) => aSignOnFirm(test, provider(), given),
    /** The attorney is linked, so that an honest answer would sign in. */
    aLinkedFirm: async (given: Settings = {}) => {
      const office = await aSignOnFirm(test, provider(), given);
      await office.link(office.attorney);
      return office;
    },
    logon: async ({ email }: { email: string }) =>
      test.call('POST /logon', { body: { email, password: signOnPassword } }),
  };
}

/** Starts a provider for the file, which tells the truth at the beginning of each test. */
function useProvider(test: TestApp, options: { host?: string; path?: string }) {
  const held: { provider?: Provider } = {};
  beforeAll(async () => {
    held.provider = await startProvider({ ...options, now: () => test.clock.now() });
  });
  beforeEach(() => {
    if (held.provider) Object.assign(held.provider, { lies: {}, person: { sub: 'subject-1' } });
  });
  afterAll(async () => held.provider?.close());
  return (): Provider => {
    if (!held.provider) throw new Error('the provider runs inside of tests only');
    return held.provider;
  };
}

/** A firm whose people sign in at the provider, with its admin and an attorney. */
export async function aSignOnFirm(test: TestApp, provider: Provider, given: Settings = {}) {
  const firm = await test.aFirm();
  const admin = await test.anAdmin({ firm, password: signOnPassword });
  await test.updateRows('firms', { id: firm.id }, { adminId: admin.id });
  const attorney = await test.aUser({ firm, password: signOnPassword });
  const settings = {
    issuer: provider.issuer,
    clientId: 'recoup',
    clientSecret: 'the secret of the client',
    domains: [firm.domain],
    linksByEmail: false,
    isRequired: false,
    passwordAdmin: admin.id,
    factorBy: 'recoup',
    ...given,
  };
  const save = async (change: Settings | null = {}) =>
    test.call('PUT /firm-settings', {
      token: await test.signIn(admin),
      body: { signOn: change === null ? null : { ...settings, ...change } },
    });
  const saved = await save();
  if (saved.statusCode !== 200) throw new Error(saved.body);
  return { firm, admin, attorney, save, ...visitor(test, provider, firm) };
}

type Browser = { cookie: string };
type Headers = Readonly<Record<string, string>>;

/** Acts as a person in a browser. */
function visitor(test: TestApp, provider: Provider, firm: { domain: string }) {
  const open = async (
    url: string,
    browser: Browser = { cookie: '' },
    headers: Headers = {},
  ): Promise<string> => {
    const { pathname, search } = new URL(url, 'http://recoup.test');
    const reply = await test.app.inject({
      url: pathname + search,
      headers: { ...headers, cookie: [headers.cookie ?? '', browser.cookie].join('; ') },
    });
    const sets = [reply.headers['set-cookie'] ?? []].flat();
    const set = sets.find((each) => each.startsWith('recoup-sign-on='));
    if (set !== undefined) browser.cookie = set.split(';')[0] ?? '';
    return String(reply.headers.location);
  };
  const start = async (query = '', headers: Headers = {}) => {
    const browser: Browser = { cookie: '' };
    const url = `/core/api/sign-on/start?domain=${firm.domain}${query}`;
    return { browser, address: await open(url, browser, headers) };
  };
  /** Signs in at the provider, and returns where the callback leads. */
  const walk = async (query = '', headers: Headers = {}): Promise<string> => {
    const { browser, address } = await start(query, headers);
    return address.startsWith('http') ? open(provider.approve(address).href, browser) : address;
  };
  const logon = async (location: string) =>
    test.call('POST /logon/sign-on', { body: { ticket: ticketIn(location) } });
  /** The whole way, to the token of a session. */
  const signIn = async (query = '', headers: Headers = {}): Promise<string> => {
    const reply = await logon(await walk(query, headers));
    return reply.json<{ token: string }>().token;
  };
  /** Does at the provider what a signed-in person has begun, and returns where it leads. */
  const follow = async (what: string, token: string, body: object = {}): Promise<string> => {
    const begun = await test.call(what, { token, body });
    const [set = ''] = [begun.headers['set-cookie'] ?? []].flat();
    const { url } = begun.json<{ data: { url: string } }>().data;
    return open(provider.approve(url).href, { cookie: set.split(';')[0] ?? '' });
  };
  /** Links the account that the provider names with a person. */
  const link = async (person: { id: string }): Promise<string> =>
    follow('POST /identities', await test.signIn(person));
  return { open, start, walk, logon, signIn, follow, link };
}

/** The page of an invitation leaves its secret in a cookie. */
export function invited(secret: string | undefined): Headers {
  return { cookie: `recoup-invitation=${secret}` };
}

export function ticketIn(location: string): string {
  return /^\/logon#ticket=([\w.-]+)/.exec(location)?.[1] ?? `no ticket in ${location}`;
}

export function failureIn(location: string): string {
  return /#sign-on-error=([a-z_]+)$/.exec(location)?.[1] ?? `no failure in ${location}`;
}
