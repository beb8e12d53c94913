import { emailDomain, isEmail } from '@recoup/contract/core/email-field';

export type MailAttachment = { fileName: string; type: string; content: Buffer };

export type Mail = {
  id: string;
  to: string;
  replyTo: string | null;
  subject: string;
  body: string;
  /** The sender's display name; null for Recoup. */
  firmName: string | null;
  /** Sent by Recoup and not by a user: no auto-replies (RFC 3834). */
  isNotice: boolean;
  createdAt: Date;
  attachment?: MailAttachment | undefined;
};

/** The server rejects this mail for good; the message is the server's. */
export class MailRejectedError extends Error {}

/** nodemailer must neither read files nor fetch URLs named in a mail. */
export const noExternalAccess = { disableFileAccess: true, disableUrlAccess: true };

export type Message = ReturnType<typeof toMessage>;

/** Addresses as objects: nodemailer parses a string as a list of recipients. */
export function toMessage(mail: Mail, from: string) {
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
