type Send = <T>(what: string, body?: unknown) => Promise<T>;

/** An SFTP server. */
export async function aHandOver(send: Send, name: string): Promise<void> {
  await send('POST /sftp-servers', {
    name: `Server ${name}`,
    host: 'sftp.example.com',
    user: `user of ${name}`,
    password: `the secret of ${name}`,
    folder: `/${name}`,
  });
}
