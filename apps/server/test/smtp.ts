import { SMTPServer } from 'smtp-server';
import { portOf } from './raw-http.ts';

export type Received = { from: string; to: string[]; bytes: Buffer };

/** The server's answer to the next connection: good, or a fault that real servers show. */
export type Manner = 'takes' | 'refuses' | 'bounces' | 'delays' | 'dawdles' | 'drops' | 'holds';

export type SmtpSink = {
  url: string;
  received: Received[];
  /** Complete mails that wait for their answer; calling one answers it. */
  held: (() => void)[];
  behave(manner: Manner): void;
  /** Until it behaves otherwise, the server wants a sign-in and refuses it. */
  refuseSignIn(refusal: { code: number; text: string }): void;
  close(): Promise<void>;
};

/** A real SMTP server on the loopback address. */
export async function startSmtp(port = 0): Promise<SmtpSink> {
  const received: Received[] = [];
  const held: (() => void)[] = [];
  let manner: Manner = 'takes';
  let refusal: { code: number; text: string } | undefined;
  const server = new SMTPServer({
    authOptional: true,
    disableReverseLookup: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    allowInsecureAuth: true,
    onAuth: (_, __, callback) =>
      refusal ? callback(smtpError(refusal.code, refusal.text)) : callback(null, { user: 'user' }),
    onConnect: (session, callback) => {
      if (manner === 'drops') endConnection(server, session.id);
      else callback();
    },
    onRcptTo: (_, __, callback) =>
      callback(manner === 'bounces' ? smtpError(550, 'No such mailbox here') : null),
    onData: (stream, session, callback) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const pause = pauseOf(manner);
        const answer = (): void => {
          const isRefused = manner === 'refuses';
          if (!isRefused) received.push(receivedMail(session, Buffer.concat(chunks)));
          callback(isRefused ? smtpError(451, 'Try again later') : null);
        };
        if (manner === 'holds') held.push(answer);
        else setTimeout(answer, pause);
      });
    },
  });
  // A client that goes away in the middle is what is tried here.
  server.on('error', () => {});
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const listening = portOf(server.server);
  return {
    url: `smtp://127.0.0.1:${listening}`,
    received,
    held,
    behave: (next) => {
      manner = next;
      refusal = undefined;
    },
    refuseSignIn: (next) => void (refusal = next),
    close: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** In milliseconds; who dawdles takes a little and ever another time. */
function pauseOf(manner: Manner): number {
  if (manner === 'delays') return 300;
  return manner === 'dawdles' ? 5 + Math.random() * 60 : 0;
}

type Envelope = { envelope: { mailFrom: unknown; rcptTo: { address: string }[] } };

function receivedMail({ envelope }: Envelope, bytes: Buffer): Received {
  const { address } = envelope.mailFrom as { address: string }; // always there once there is data
  return { from: address, to: envelope.rcptTo.map((to) => to.address), bytes };
}

function smtpError(responseCode: number, message: string): Error {
  return Object.assign(new Error(message), { responseCode });
}

function endConnection(server: SMTPServer, id: string): void {
  // smtp-server's own list, which its types do not show.
  const { connections } = server as unknown as { connections: Set<{ id: string; close(): void }> };
  for (const connection of connections) if (connection.id === id) connection.close();
}
