import type { CallSource } from '@recoup/contract/call-records/set-up-endpoints';
import { useCallFirm } from './call-firm.ts';
import { startGraph } from './graph-server.ts';

const pull = { kind: 'teams', tenant: 'nkosi.co.za', clientId: 'app-1' };
const clientSecret = 'a-secret-of-the-tenant';

/** As the documentation of Graph has it. */
const pstn = {
  id: 'u-1',
  callId: 'c-1',
  userId: 'a-1',
  userPrincipalName: 'T.Mokoena@nkosi.co.za',
  userDisplayName: 'Thabo Mokoena',
  startDateTime: '2026-03-17T07:03:05.1230000Z',
  endDateTime: '2026-03-17T07:08:09Z',
  duration: 304,
  charge: 1.2,
  callType: 'user_out',
  currency: 'ZAR',
  calleeNumber: '+27825550101',
  callerNumber: '+27115550100',
  conferenceId: null,
};

/** A firm that fetches its calls from a Microsoft on this machine. */
export async function usePulls() {
  const { state, url } = await startGraph();
  const graph = { graphUrl: url, loginUrl: url };
  const calls = useCallFirm({ graph });
  const { ctx, test } = calls;
  const save = async (sources: object[]) =>
    test.call('PUT /call-sources', { token: ctx.admin, body: { sources } });
  return {
    state,
    graph,
    calls,
    pull,
    clientSecret,
    pstn,
    save,
    /** Returns the id of the telephone system. */
    aPull: async (system = 'teams') => {
      const reply = await save([{ system, name: 'Teams', pull: { ...pull, clientSecret } }]);
      return reply.json<{ data: CallSource[] }>().data[0]?._id ?? '';
    },
    now: async (id: string) => test.call(`POST /call-sources/${id}/pulls`, { token: ctx.admin }),
    shown: async () =>
      (await test.data<CallSource[]>('GET /call-sources', { token: ctx.admin }))[0]?.pull,
  };
}
