import { role } from '@recoup/contract/core/access';
import { expect, it, onTestFinished } from 'vitest';
import { useApp } from '../../test/app.ts';
import { aFirm, anEntry, aUser } from '../../test/factories.ts';
import { type AuditContext, createFirmScope } from '../platform/core/actor.ts';
import { connect, withScope } from '../platform/database/connections.ts';
import { createPool } from '../platform/database/pool.ts';
import { createDownload } from './download.service.ts';

const test = useApp();

it('sends no line while the database only reads', async () => {
  const given = await aFirm(test.db);
  const admin = await aUser(test.db, { firm: given, role: role.attorneyAdmin });
  await anEntry(test.db, { firm: given, attorney: admin });
  const url = new URL(test.databaseUrl);
  url.searchParams.set('options', '-c default_transaction_read_only=on');
  const db = connect(createPool(url.href.replaceAll('+', '%20'), { max: 2 }));
  onTestFinished(() => db.destroy());
  const firm = createFirmScope(given.id);
  const by = { actor: { scope: firm }, now: test.clock.now() } as AuditContext; // what it reads
  let isStarted = false;
  const made = createDownload(withScope(db, firm), by, {
    kind: 'csv',
    signal: new AbortController().signal,
    openFile: async () => expect.unreachable(),
    onStart: ({ close }) => {
      isStarted = true;
      close();
    },
  });
  await expect(made).rejects.toMatchObject({ code: '25006' });
  expect(isStarted).toBe(false);
});
