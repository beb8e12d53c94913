import { type CallMerge, callMergeEndpoints } from '@recoup/contract/call-records/merge-endpoints';
import { formatRand, toCentsTotal } from '@recoup/contract/core/money';
import { type QueryClient, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../../platform/api/api-client.ts';
import { subjectKey } from '../../platform/api/read.ts';
import { useActionBy } from '../../platform/api/use-action.ts';
import { may } from '../../platform/session/may.ts';
import { periodText } from '../../platform/filters/period.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { Loaded } from '../../ui/feedback/loaded.tsx';
import { withSlownessNotice } from '../../ui/feedback/slow-answer.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { tellNotDone, undoable } from '../../ui/feedback/undo.ts';
import { callsText } from '../open-calls/call-texts.ts';
import { errorMessage } from '../open-calls/decisions.ts';
import { refreshCalls } from '../open-calls/open-calls.queries.ts';
import { type CallFilterValues, callDays } from './firm-calls.queries.ts';

/** Merges the open calls of the chosen days and attorney that were recorded by hand too. */
export function MergeCalls({ filters }: { filters: CallFilterValues }) {
  const [isOpen, setOpen] = useState(false);
  if (!may('call-records:write') || filters.attorney === 'none') return null;
  return (
    <>
      <Button variant="outline" onClick={() => setOpen(true)}>
        Merge doubles
      </Button>
      {isOpen && <MergeDialog filters={filters} onClose={() => setOpen(false)} />}
    </>
  );
}

type Props = { filters: CallFilterValues; onClose: () => void };

function MergeDialog({ filters, onClose }: Props) {
  const client = useQueryClient();
  const request = callDays(filters);
  const preview = useQuery({
    queryKey: [...subjectKey('call-records'), 'merge', request],
    queryFn: async ({ signal }) =>
      (
        await send(
          callMergeEndpoints.createCallMerge,
          { body: { ...request, dryRun: true } },
          { signal },
        )
      ).data,
    gcTime: 0,
    // The number on the button does not change under a finger.
    staleTime: Infinity,
  });
  const merging = useActionBy(
    async () => (await send(callMergeEndpoints.createCallMerge, { body: request })).data,
    {
      onDone: (merge) => {
        announce(client, merge);
        onClose();
        void refreshCalls(client);
      },
    },
  );
  const count = preview.data?.merged ?? 0;
  return (
    <Dialog
      title="Merge calls that were recorded by hand?"
      isOpen
      onClose={merging.isPending ? undefined : onClose}
      actions={
        <DialogButtons
          action={{
            label: count === 0 ? 'Merge' : `Merge ${callsText(count)}`,
            isBusy: merging.isPending,
            isDisabled: count === 0,
            onClick: () => merging.run(),
          }}
        />
      }
    >
      {merging.error && <Alert kind="error">{merging.error.message}</Alert>}
      <Loaded query={preview} what="The calls that would be merged">
        {(merge) => <Outcome merge={merge} days={periodText(filters)} />}
      </Loaded>
    </Dialog>
  );
}

const same =
  'recorded by hand already: of the same attorney and matter, within a minute of the same length.';

function Outcome({ merge, days }: { merge: CallMerge; days: string }) {
  const { merged, leftCount } = merge;
  return (
    <>
      <p>
        {merged === 0
          ? 'No open call is one that was recorded by hand on the same matter.'
          : `${callsText(merged)} of ${days || 'all days'} ${merged === 1 ? 'is' : 'are'} ${same}`}
      </p>
      {merged > 0 && <p>Each entry gets the minutes of its call. {amountsText(merge)}</p>}
      {leftCount > 0 && (
        <p>
          {callsText(leftCount)} {leftCount === 1 ? 'differs' : 'differ'} more from the proposed
          entry, in matter or length. Look at these one by one, under “Open, with a proposal”.
        </p>
      )}
    </>
  );
}

function amountsText({ before, after }: CallMerge): string {
  const [now, then] = [before, after].map((sum) => formatRand(toCentsTotal(sum)));
  return now === then ? `Together they stay ${now}.` : `Together they become ${then}, now ${now}.`;
}

function announce(client: QueryClient, { _id, merged, leftCount }: CallMerge): void {
  const text = `${callsText(merged)} merged${leftCount > 0 ? `, ${leftCount} left` : ''}.`;
  if (_id === null) toast(text);
  else undoable({ text, undo: () => void takeBack(client, _id) });
}

async function takeBack(client: QueryClient, id: string): Promise<void> {
  try {
    const { data } = await withSlownessNotice('Undo of merged calls', () =>
      send(callMergeEndpoints.undoCallMerge, { params: { id } }),
    );
    const { undone, left } = data;
    if (undone > 0) toast(`${callsText(undone)} ${undone === 1 ? 'is' : 'are'} open again.`);
    const [first] = left;
    if (first) tellNotDone(`${callsText(left.length)} stayed merged. ${first.reason}`);
  } catch (error) {
    tellNotDone(`The calls are still merged. ${errorMessage(error)}`);
  }
  await refreshCalls(client);
}
