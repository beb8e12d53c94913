import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { emailDomain, isEmail } from '@recoup/contract/core/email-field';
import { createSmtp, nodemailer, noExternalAccess, type SmtpOptions } from './smtp.ts';
import { MailRejectedError } from './smtp-errors.ts';
import type { QueuedMail } from './outbox.repository.ts';

export type Mailer = {
  /**
   * Resolves when the server accepts the mail. A retry is useless on `MailRejectedError`;
   * `MailSignInError` concerns all mails.
   */
  send(mail: Mail): Promise<void>;
};

/** Without `smtpUrl` each mail becomes `<time>-<id>.eml` in the outbox folder. */
export function createMailer(
  options: Omit<SmtpOptions, 'url'> & {
    smtpUrl: string | undefined;
    from: string;
    outboxDir: string;
  },
): Mailer {
  const { smtpUrl, from, outboxDir, ...rest } = options;
  const smtp = smtpUrl === undefined ? undefined : createSmtp({ ...rest, url: smtpUrl });
  return {
    async send(mail) {
      const message = toMessage(mail, from);
      if (smtp === undefined) await writeToOutbox(outboxDir, mail, message);
      else await smtp.send(message);
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

export type MailAttachment = { fileName: string; type: string; content: Buffer };

type Mail = Pick<
  QueuedMail,
  'id' | 'to' | 'replyTo' | 'subject' | 'body' | 'firmName' | 'createdAt'
> & {
  /** Sent by Recoup and not by a user: no auto-replies (RFC 3834). */
  isNotice: boolean;
  attachment?: MailAttachment | undefined;
};

type Message = ReturnType<typeof toMessage>;

/** Addresses as objects: nodemailer parses a string as a list of recipients. */
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
    // Without a text the attachment becomes the body, and some mail clients show no file.
    text: mail.body === '' ? '\n' : mail.body,
    // The same on each attempt, so that receivers recognize a repeat.
    messageId: `<${mail.id}@${emailDomain(from)}>`,
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

/** No line breaks or bidi marks, and no encoded words: mail clients decode them even in quotes. */
function senderName(firmName: string | null): string {
  const name = (firmName ?? '')
    .replaceAll(/[\p{C}\p{Z}]+/gu, ' ')
    .replaceAll('=?', '= ?')
    .trim();
  return name === '' ? 'Recoup' : name;
}
