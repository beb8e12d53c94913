import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { importCalls } from './calls.ts';
import { lockCalls } from './dialog-list-reversals.ts';
import { raiseByApi } from './raise.ts';
import { importMatters, recordCall } from './wire.ts';

/** What the dialogs of `dialog-list.ts` are about. */
export async function prepareDialogs(): Promise<void> {
  await lockCalls();
  await importCalls([demoAttorneys.thabo], [{ at: '09:00', minutes: 2, other: '0825550401' }]);
  await recordCall(demoAttorneys.thabo, 'To be opened often');
  await raiseByApi(demoFirmAdmins.lerato, { validFrom: '2090-01-01' });
  await importMatters(
    demoFirmAdmins.lerato,
    'twice.csv',
    'Matter Number,Description\nDD0001,Opened twice\n',
  );
}
