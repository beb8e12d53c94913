import {
  type Mail,
  toMessage,
  type Message,
  noExternalAccess,
  MailRejectedError,
} from './mail-message.ts';
import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';

export type Mailer = {
  /** Resolves when the server accepts the mail. A retry is useless on `MailRejectedError`. */
  send(mail: Mail): Promise<void>;
};

/** Without `smtpUrl` each mail becomes `<time>-<id>.eml` in the outbox folder. */
export function createMailer(options: {
  smtpUrl: string | undefined;
  from: string;
  outboxDir: string;
}): Mailer {
  const { smtpUrl, from, outboxDir } = options;
  return {
    async send(mail) {
      const message = toMessage(mail, from);
      if (smtpUrl === undefined) await writeToOutbox(outboxDir, mail, message);
      else await sendBySmtp(smtpUrl, message);
    },
  };
}

/** Atomic by a rename; a repeat has the same name and replaces the file. */
async function writeToOutbox(folder: string, mail: Mail, message: Message): Promise<void> {
  const transport = (await nodemailer()).createTransport({
    streamTransport: true,
    buffer: true,
    newline: 'windows',
    ...noExternalAccess,
  });
  const bytes = (await transport.sendMail(message)).message as Buffer; // `buffer: true`
  makeFolder(folder);
  const path = join(
    folder,
    `${mail.createdAt.toISOString().replaceAll(/[:.]/g, '-')}-${mail.id}.eml`,
  );
  const file = await open(`${path}.part`, 'w', 0o600);
  try {
    await file.writeFile(bytes);
    await file.sync();
  } finally {
    await file.close();
  }
  await rename(`${path}.part`, path);
}

/** Milliseconds: long enough for a slow server, not for one that hangs. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

async function sendBySmtp(url: string, message: Message): Promise<void> {
  const transport = (await nodemailer()).createTransport({ url, ...timeouts, ...noExternalAccess });
  try {
    await transport.sendMail(message);
  } catch (error) {
    const {
      responseCode = 0,
      code,
      message: reason,
    } = error as Error & { responseCode?: number; code?: string }; // nodemailer's own errors
    const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    if (isAboutThisMail && responseCode >= 500)
      throw new MailRejectedError(reason, { cause: error });
    throw error;
  } finally {
    transport.close();
  }
}

/** Loaded with the first mail, to save memory in an idle process. */
async function nodemailer() {
  return (await import('nodemailer')).default;
}
