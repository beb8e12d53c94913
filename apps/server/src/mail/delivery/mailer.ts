import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { domainOf, isEmail } from '@recoup/contract/core/email-field';
import { makeFolder } from '../../platform/core/make-folder.ts';

export type MailAttachment = { fileName: string; type: string; content: Buffer };

export type Mail = {
  id: string;
  to: string;
  replyTo: string | null;
  subject: string;
  body: string;
  /** The sender's display name; null for the product's own. */
  firmName: string | null;
  /** Sent by the product and not by a user: other programs must not answer it (RFC 3834). */
  isNotice: boolean;
  createdAt: Date;
  attachment?: MailAttachment | undefined;
};

export type Mailer = {
  /** Resolves when the other side has taken the mail; throws `MailRejectedError` where trying again is of no use, else what went wrong. */
  send(mail: Mail): Promise<void>;
};

/** The other side will not take this mail, now or later; the message is its own words. */
export class MailRejectedError extends Error {}

/** A server that is slow is waited for; one that hangs is not (ms). */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };
/** Nothing in a mail may make us read a file or fetch an address. */
const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true };

/** Sends by SMTP, or without `smtpUrl` writes each mail as `<time>-<id>.eml` into the outbox folder. */
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

type Message = ReturnType<typeof toMessage>;

/** Addresses are given as objects and never as text, because a text is read as a list that may name anybody. */
function toMessage(mail: Mail, from: string) {
  for (const address of [from, mail.to, ...(mail.replyTo === null ? [] : [mail.replyTo])]) {
    if (!isEmail(address))
      throw new MailRejectedError(`${JSON.stringify(address)} is not one email address.`);
  }
  if (/[\p{Cc}\u2028\u2029]|=\?/u.test(mail.subject))
    throw new MailRejectedError(
      'The subject holds a line break, a control character or an encoded word.',
    );
  const { attachment } = mail;
  return {
    from: { name: senderName(mail.firmName), address: from },
    to: [{ name: '', address: mail.to }],
    envelope: { from, to: [mail.to] },
    ...(mail.replyTo !== null && { replyTo: { name: '', address: mail.replyTo } }),
    subject: mail.subject,
    // Without a text the attachment would be the mail itself, and some readers then show no file.
    text: mail.body === '' ? '\n' : mail.body,
    // The same for every try, so that a receiver recognizes a repeat.
    messageId: `<${mail.id}@${domainOf(from)}>`,
    ...(mail.isNotice && { headers: { 'Auto-Submitted': 'auto-generated' } }),
    date: mail.createdAt,
    ...(attachment !== undefined && {
      attachments: [
        {
          filename: attachment.fileName,
          contentType: attachment.type,
          content: attachment.content,
        },
      ],
    }),
    ...noExternalAccess,
  };
}

/** One line without marks that turn its direction, and no encoded word, which a reader would decode even between quotation marks. */
function senderName(firmName: string | null): string {
  const name = (firmName ?? '')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
  return name === '' ? 'Recoup' : name;
}

async function sendBySmtp(url: string, message: Message): Promise<void> {
  const transport = (await nodemailer()).createTransport({ url, ...timeouts, ...noExternalAccess });
  try {
    await transport.sendMail(message);
  } catch (error) {
    const {
      responseCode = 0,
      code,
      message: words,
    } = error as Error & { responseCode?: number; code?: string }; // nodemailer's own errors
    const isAboutThisMail = code === 'EENVELOPE' || code === 'EMESSAGE';
    if (isAboutThisMail && responseCode >= 500)
      throw new MailRejectedError(words, { cause: error });
    throw error;
  } finally {
    transport.close();
  }
}

/** Loaded for the first mail: an idle process does without it. */
async function nodemailer() {
  return (await import('nodemailer')).default;
}

/** The name is the same for every try, and the file appears whole or not at all: a repeat replaces it. */
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
