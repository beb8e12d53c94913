import { open, rename } from 'node:fs/promises';
import { join } from 'node:path';
import { makeFolder } from '../../platform/core/make-folder.ts';
import { type Mail, type Message, noExternalAccess } from './mail-message.ts';
import { nodemailer } from './smtp.ts';

/** Atomic by a rename; a repeat has the same name and replaces the file. */
export async function writeToOutbox(folder: string, mail: Mail, message: Message): Promise<void> {
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
