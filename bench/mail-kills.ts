/**
 * `npm run bench -- mail-kills`: the server is killed with SIGKILL 200 times while it accepts and sends mails. Every accepted mail must
 * arrive; one may arrive twice under the same Message-ID when the kill fell between the mail server's "250" and our commit.
 */
import { startTestDatabase } from '../apps/server/test/database.ts';
import { killDuringSends } from '../apps/server/test/mail-kills.ts';
import { connect, createPool } from '../apps/server/src/platform/db.ts';
import { builtServer } from './support/measure.ts';

const database = await startTestDatabase();
const db = connect(createPool(database.url));
try {
  const figures = await killDuringSends({
    db,
    databaseUrl: database.url.replace('@/', '@localhost/'),
    kills: 200,
    program: [builtServer],
    say: (line) => console.log(line),
  });
  console.log(figures);
  process.exitCode = figures.lost + figures.strangers + figures.unsent === 0 ? 0 : 1;
} finally {
  await db.destroy();
  await database.stop();
}
