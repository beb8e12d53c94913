import { newId } from '@recoup/contract/core/ids';
import type { TestApp } from './app.ts';

/** Imports and an event of calls, a pull, an extension and a private number. */
export async function someCalls(
  test: TestApp,
  send: <T>(what: string, body?: unknown) => Promise<T>,
  of: Record<'firm' | 'attorney', { id: string }> & { name: string },
): Promise<void> {
  await send('PUT /extensions', { extensions: [{ value: '102', attorney: of.attorney.id }] });
  await send('POST /call-imports', {
    fileStream: 'Start,Extension,Other party,Seconds\n2026-03-05 09:03:05,102,0825550101,900\n',
    fileName: `${of.name} calls.csv`,
  });
  const { id: sourceId } = await test.getRow('callSources', { firmId: of.firm.id });
  await test.insertRows('callEvents', {
    firmId: of.firm.id,
    id: newId(),
    sourceId,
    receivedAt: test.clock.now(),
    sha256: Buffer.from(of.name),
    taken: 1,
    repeated: 0,
    ignored: '[]',
  });
  await test.insertRows('callPulls', {
    firmId: of.firm.id,
    sourceId,
    tenant: of.name,
    clientId: 'client',
    sealedSecret: Buffer.from(of.name),
    nextAt: test.clock.now(),
  });
  await test.insertRows('ownCallImports', {
    firmId: of.firm.id,
    id: newId(),
    attorneyId: of.attorney.id,
    number: 1,
    road: 'log',
    sha256: Buffer.from(of.name),
    createdAt: test.clock.now(),
    taken: 0,
    repeated: 0,
    others: 0,
    doubtful: 0,
  });
  await test.insertRows('callMerges', {
    firmId: of.firm.id,
    id: newId(),
    fromDate: '2026-02-01',
    toDate: '2026-02-28',
    createdAt: test.clock.now(),
    createdBy: of.attorney.id,
  });
  await test.insertRows('privateNumbers', {
    firmId: of.firm.id,
    id: newId(),
    attorneyId: of.attorney.id,
    number: `Private ${of.name}`,
    createdAt: test.clock.now(),
  });
}
