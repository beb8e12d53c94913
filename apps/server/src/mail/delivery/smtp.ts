import { MailRejectedError, type Message, noExternalAccess } from './mail-message.ts';

/** Milliseconds: long enough for a slow server, not for one that hangs. */
const timeouts = { connectionTimeout: 10_000, greetingTimeout: 10_000, socketTimeout: 60_000 };

export async function sendBySmtp(url: string, message: Message): Promise<void> {
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
export async function nodemailer() {
  return (await import('nodemailer')).default;
}
