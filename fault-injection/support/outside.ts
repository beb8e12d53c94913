import { createServer, type IncomingMessage, type Server } from 'node:http';
import { text } from 'node:stream/consumers';
import { portOf } from '../../apps/server/test/raw-http.ts';
import { startSftp } from '../../apps/server/test/sftp-server.ts';
import { startSmtp } from '../../apps/server/test/smtp.ts';
import { type NetworkCondition, startTcpProxy, type TcpProxy } from './tcp-proxy.ts';

/** Other people's servers, each behind a proxy that can take it away. */
export const roads = ['sms', 'mail', 'sftp', 'webhook', 'microsoft'] as const;
export type Road = (typeof roads)[number];

export type Outside = Awaited<ReturnType<typeof startOutside>>;

/** Real servers on the loopback address, which take everything. */
export async function startOutside() {
  const [sftp, smtp] = [await startSftp(), await startSmtp()];
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
  };
  const at = (road: Road): string => `127.0.0.1:${proxies[road].port}`;
  return {
    sftp,
    smtp,
    taken,
    calls,
    sftpPort: proxies.sftp.port,
    webhookUrl: `http://${at('webhook')}/hook`,
    settings: {
      SMTP_URL: `smtp://${at('mail')}`,
      SMS_URL: `bulksms://id:secret@${at('sms')}`,
      RECOUP_GRAPH_URL: `http://${at('microsoft')}`,
      RECOUP_LOGIN_URL: `http://${at('microsoft')}`,
      RECOUP_EGRESS_ALLOW: '127.0.0.0/8',
    },
    turn(which: readonly Road[], kind: 'passes' | 'cuts' | 'swallows') {
      const condition: NetworkCondition = { kind };
      for (const road of which) proxies[road].turn(condition);
    },
    async close() {
      for (const road of roads) await proxies[road].close();
      await Promise.all([sftp.close(), smtp.close()]);
      http.closeAllConnections();
      await new Promise((resolve) => http.close(resolve));
    },
  };
}

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
