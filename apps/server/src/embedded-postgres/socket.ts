import { connect } from 'node:net';
import path from 'node:path';

/** For `pg`; PostgreSQL listens on no TCP port. */
export function databaseUrl(socketFolder: string): string {
  return `postgres://recoup@/recoup?host=${encodeURIComponent(socketFolder)}&port=5432`;
}

/** Also by a PostgreSQL of another container, whose processes are invisible. */
export function isSocketAnswered(socketFolder: string): Promise<boolean> {
  return new Promise((resolve) => {
    const client = connect(path.join(socketFolder, '.s.PGSQL.5432'));
    client.once('error', () => resolve(false));
    client.once('connect', () => {
      client.destroy();
      resolve(true);
    });
  });
}
