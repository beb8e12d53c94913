import { type Mail, toMessage } from './mail-message.ts';
import { writeToOutbox } from './outbox-folder.ts';
import { sendBySmtp } from './smtp.ts';

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
