import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import OidcProvider from 'oidc-provider';

/** The claims of the account that the person chooses. */
type Person = { sub: string; email?: string; email_verified?: boolean };

export const client = { clientId: 'recoup', clientSecret: 'the secret of the client of the tests' };

export type Provider = Awaited<ReturnType<typeof startProvider>>;

/** A real provider of OpenID Connect, whose page has one link for the account. */
export async function startProvider(recoupUrl: string) {
  const state: { person: Person } = { person: { sub: 'nobody' } };
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo; // it listens on a port
  const issuer = `http://127.0.0.1:${port}`;
  const provider: OidcProvider = new OidcProvider(issuer, {
    clients: [registration(recoupUrl)],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: [] },
    conformIdTokenClaims: false,
    cookies: { keys: ['a key of the tests'] },
    features: { devInteractions: { enabled: false } },
    interactions: { url: (_: unknown, { uid }: { uid: string }) => `/interaction/${uid}` },
    findAccount: async (_: unknown, id: string) => ({
      accountId: id,
      claims: async () => ({ ...state.person, sub: id }),
    }),
    loadExistingGrant: async () => {
      const grant = new provider.Grant({
        clientId: client.clientId,
        accountId: state.person.sub,
      });
      grant.addOIDCScope('openid email profile');
      await grant.save();
      return grant;
    },
  });
  const answer = provider.callback();
  server.on('request', (request: IncomingMessage, response: ServerResponse) => {
    const { url = '' } = request;
    if (url.endsWith('/choose'))
      void provider.interactionFinished(request, response, {
        login: { accountId: state.person.sub },
      });
    else if (url.startsWith('/interaction/')) sendPage(response, `${url}/choose`);
    else answer(request, response);
  });
  return Object.assign(state, {
    issuer,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

function registration(recoupUrl: string): object {
  return {
    client_id: client.clientId,
    client_secret: client.clientSecret,
    redirect_uris: [`${recoupUrl}/core/api/sign-on/callback`],
    grant_types: ['authorization_code'],
    response_types: ['code'],
    token_endpoint_auth_method: 'client_secret_post',
  };
}

/** The page on which a person chooses the account. */
function sendPage(response: ServerResponse, choice: string): void {
  const link = `<a href="${choice}">Use this account</a>`;
  const page = `<!doctype html><html lang="en"><title>Provider</title><h1>Provider</h1>${link}`;
  response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page);
}
