import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import {
  startOauthSmtp,
  startTokenServer,
  type TokenAnswer,
} from '../../apps/server/test/oauth-mail.ts';
import { portOf } from '../../apps/server/test/raw-http.ts';
import { startSftp } from '../../apps/server/test/sftp-server.ts';
import { type NetworkCondition, startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Other people's servers, each behind a proxy that can take it away. */
export const roads = ['sms', 'mail', 'sftp', 'webhook', 'microsoft'] as const;
/** `tokens` is Microsoft's address that gives the tokens for mail. */
export type Road = (typeof roads)[number] | 'tokens';

/** `refuses` answers each request for a token with a wrong secret. */
export type Outage = 'cuts' | 'swallows' | 'refuses';

const certificate = fileURLToPath(
  new URL('../../apps/server/test/certificates/receiver.pem', import.meta.url),
);

export type Outside = Awaited<ReturnType<typeof startOutside>>;

/** Real servers on the loopback address, which take everything. */
export async function startOutside() {
  const [sftp, smtp] = [await startSftp(), await startOauthSmtp()];
  const tokens = await startTokenServer();
  // No token is good for another mail.
  tokens.expiresIn = 60;
  const taken = { sms: 0, webhooks: 0 };
  /** Answered by Graph, in its form. */
  const calls: object[] = [];
  const http = await startHttp({ taken, calls });
  const own = { port: portOf(http) };
  const proxies: Record<Road, TcpProxy> = {
    sms: await startTcpProxy(own),
    mail: await startTcpProxy({ port: Number(new URL(smtp.url).port) }),
    sftp: await startTcpProxy({ port: sftp.port }),
    webhook: await startTcpProxy(own),
    microsoft: await startTcpProxy(own),
    tokens: await startTcpProxy({ port: Number(new URL(tokens.url).port) }),
  };
  const at = (road: Road): string => `127.0.0.1:${proxies[road].port}`;
  return {
    sftp,
    smtp,
    taken,
    calls,
    sftpPort: proxies.sftp.port,
    webhookUrl: `http://${at('webhook')}/hook`,
    settings: settingsFor(at),
    turn(which: readonly Road[], kind: 'passes' | Outage) {
      tokens.answer = kind === 'refuses' ? refuseToken : undefined;
      const condition: NetworkCondition = { kind: kind === 'refuses' ? 'passes' : kind };
      for (const road of which) proxies[road].turn(condition);
    },
    async close() {
      for (const proxy of Object.values(proxies)) await proxy.close();
      await Promise.all([sftp.close(), smtp.close(), tokens.close()]);
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

/** Settings of the product; each road leads through its proxy. */
function settingsFor(at: (road: Road) => string): Record<string, string> {
  return {
    SMTP_URL: `smtp://${at('mail')}`,
    SMTP_OAUTH_USER: 'recoup@recoup.localhost',
    SMTP_OAUTH_TOKEN_URL: `https://${at('tokens')}/tenant/oauth2/v2.0/token`,
    SMTP_OAUTH_CLIENT_ID: 'app',
    SMTP_OAUTH_CLIENT_SECRET: 'a-secret',
    NODE_EXTRA_CA_CERTS: certificate,
    SMS_URL: `bulksms://id:secret@${at('sms')}`,
    RECOUP_GRAPH_URL: `http://${at('microsoft')}`,
    RECOUP_LOGIN_URL: `http://${at('microsoft')}`,
    RECOUP_EGRESS_ALLOW: '127.0.0.0/8',
  };
}

/** As Microsoft does for a secret that has expired. */
const refuseToken: TokenAnswer = (response) => {
  const body = { error: 'invalid_client', error_description: 'AADSTS7000222: It has expired.' };
  response.writeHead(401).end(JSON.stringify(body));
};

type Taking = { taken: { sms: number; webhooks: number }; calls: readonly object[] };

/** SMS gateway, webhook and Microsoft. */
async function startHttp(taking: Taking): Promise<Server> {
  const http = createServer((request, response) => {
    void answer(request, taking).then((body) => response.writeHead(200).end(JSON.stringify(body)));
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  return http;
}

async function answer(request: IncomingMessage, { taken, calls }: Taking): Promise<object> {
  await text(request);
  const { url = '' } = request;
  if (url.endsWith('/token')) return { access_token: 'token', expires_in: 3_600 };
  if (url.includes('PstnCalls')) return { value: calls };
  if (url === '/v1/messages') taken.sms += 1;
  else taken.webhooks += 1;
  return {};
}
