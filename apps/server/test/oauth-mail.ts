import { readFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import { SMTPServer } from 'smtp-server';
import { portOf } from './raw-http.ts';

const certificate = (name: string): string =>
  readFileSync(new URL(`certificates/${name}`, import.meta.url), 'utf8');

/** Its own authority; for `localhost` and `127.0.0.1`. */
export const localAuthority = certificate('receiver.pem');
const tls = { key: certificate('receiver.key.pem'), cert: localAuthority };

export type TokenAnswer = (response: ServerResponse, form: URLSearchParams) => void;

type TokenState = {
  forms: URLSearchParams[];
  /** Replaces the good answer. */
  answer: TokenAnswer | undefined;
  expiresIn: unknown;
  issued: number;
  open: number;
  mostOpen: number;
};

/** A token endpoint that issues `token-1`, `token-2` and so on. */
export async function startTokenServer() {
  const state: TokenState = {
    forms: [],
    answer: undefined,
    expiresIn: 3_600,
    issued: 0,
    open: 0,
    mostOpen: 0,
  };
  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const form = await readForm(request);
    state.forms.push(form);
    if (state.answer) {
      state.answer(response, form);
      return;
    }
    state.issued += 1;
    const body = { access_token: `token-${state.issued}`, expires_in: state.expiresIn };
    setTimeout(() => response.end(JSON.stringify(body)), 20);
  };
  const server = createServer(tls, (request, response) => {
    state.open += 1;
    state.mostOpen = Math.max(state.mostOpen, state.open);
    response.once('close', () => void (state.open -= 1));
    void answer(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `https://localhost:${portOf(server)}/tenant/oauth2/v2.0/token`,
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  });
}

async function readForm(request: IncomingMessage): Promise<URLSearchParams> {
  let text = '';
  for await (const chunk of request.setEncoding('utf8')) text += String(chunk);
  return new URLSearchParams(text);
}

export type OauthSmtp = Awaited<ReturnType<typeof startOauthSmtp>>;

/** A mail server that takes XOAUTH2 alone, over TLS alone; `refuse` may give a refusal. */
export async function startOauthSmtp({ isSecure = false, hasTls = true } = {}) {
  const state: SmtpState = {
    received: [],
    tokens: [],
    refuse: () => undefined,
    connections: 0,
    bounces: false,
  };
  const server = new SMTPServer({
    ...tls,
    secure: isSecure,
    authMethods: ['XOAUTH2'],
    hideSTARTTLS: !hasTls,
    ...(!hasTls && { disabledCommands: ['STARTTLS'] }),
    allowInsecureAuth: !hasTls,
    disableReverseLookup: true,
    logger: false,
    onConnect: (_, callback) => {
      state.connections += 1;
      callback();
    },
    onAuth: ({ accessToken = '', username = '' }, { secure }, callback) => {
      state.tokens.push(accessToken);
      const refusal = state.refuse(accessToken);
      if (refusal === 'challenge') callback(null, { data: { status: '401', schemes: 'bearer' } });
      else if (refusal)
        callback(Object.assign(new Error(refusal.text), { responseCode: refusal.code }));
      else callback(null, { user: secure || !hasTls ? username : undefined });
    },
    onRcptTo: ({ address }, _, callback) =>
      callback(
        state.bounces ? Object.assign(new Error(`no ${address}`), { responseCode: 550 }) : null,
      ),
    onData: (stream, _, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        state.received.push(Buffer.concat(chunks).toString());
        callback();
      });
    },
  });
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return Object.assign(state, {
    url: `smtp${isSecure ? 's' : ''}://localhost:${portOf(server.server)}`,
    close: async () => new Promise<void>((resolve) => server.close(() => resolve())),
  });
}

type SmtpState = {
  received: string[];
  tokens: string[];
  refuse: (token: string) => Refusal | undefined;
  connections: number;
  /** The refusal of a recipient repeats the address. */
  bounces: boolean;
};

type Refusal = 'challenge' | { code: number; text: string };
