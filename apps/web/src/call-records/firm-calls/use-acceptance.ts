import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { type CallRecord, callRecordEndpoints } from '@recoup/contract/call-records/endpoints';
import { withSlownessNotice } from '../../ui/feedback/slow-answer.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { send } from '../../platform/api/api-client.ts';
import { useAction } from '../../platform/api/use-action.ts';
import { callsText } from '../open-calls/call-texts.ts';
import { decideCall, refreshCalls } from '../open-calls/open-calls.queries.ts';

export type RefusedCall = { call: CallRecord; message: string };

/** Records calls together, with undo, and keeps those that were refused with their reasons. */
export function useAcceptance(onDone: () => void) {
  const client = useQueryClient();
  const [refused, setRefused] = useState<readonly RefusedCall[]>([]);
  const accept = useOneMutation({
    mutationFn: async (calls: readonly CallRecord[]) => {
      const ids = calls.map(({ _id }) => _id);
      return (await send(callRecordEndpoints.acceptCallRecords, { body: { ids } })).data;
    },
    onSuccess: async (reply, calls) => {
      const why = new Map(reply.refused.map(({ _id, message }) => [_id, message]));
      const recorded = calls.filter(({ _id }) => !why.has(_id));
      onDone();
      setRefused(toRefusedCalls(calls, why));
      announce(client, recorded);
      await refreshCalls(client);
    },
  });
  return {
    start: (calls: readonly CallRecord[]) => {
      setRefused([]);
      accept.mutate(calls);
    },
    isPending: accept.isPending,
    error: accept.error,
    refused,
    forgetRefused: () => setRefused([]),
  };
}

/** Records all calls of some days whose account code names a matter. */
export function useAcceptanceOfDays() {
  const client = useQueryClient();
  return useAction(callRecordEndpoints.acceptCallRecords, {
    done: ({ data: { accepted, refusedCount } }) =>
      `${callsText(accepted)} recorded${refusedCount > 0 ? `, ${refusedCount} left` : ''}.`,
    onDone: () => void refreshCalls(client),
  });
}

function toRefusedCalls(
  calls: readonly CallRecord[],
  why: ReadonlyMap<string, string>,
): RefusedCall[] {
  return calls.flatMap((call) => {
    const message = why.get(call._id);
    return message === undefined ? [] : [{ call, message }];
  });
}

function announce(client: QueryClient, recorded: readonly CallRecord[]): void {
  if (recorded.length === 0) return;
  undoable({
    text: `${callsText(recorded.length)} recorded.`,
    undo: () => void takeBackAll(client, recorded),
  });
}

async function takeBackAll(client: QueryClient, calls: readonly CallRecord[]): Promise<void> {
  const failed = await withSlownessNotice(`Undo of ${callsText(calls.length)}`, () =>
    countNotReopened(calls),
  );
  const done = calls.length - failed;
  if (failed > 0) tellNotDone(`${callsText(failed)} could not be opened again.`);
  if (done > 0) toast(`${callsText(done)} ${done === 1 ? 'is' : 'are'} open again.`);
  await refreshCalls(client);
}

/** One after the other, so that they leave the server room for others. */
async function countNotReopened(calls: readonly CallRecord[]): Promise<number> {
  let failed = 0;
  for (const { _id } of calls) {
    const isDone = await decideCall(_id, { state: 'loose' }).then(
      () => true,
      () => false,
    );
    if (!isDone) failed += 1;
  }
  return failed;
}
