import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { feeChangeEndpoints, type FeeChangePreview } from '@recoup/contract/fee-changes/endpoints';
import { newId } from '@recoup/contract/core/ids';
import { ApiError } from '../platform/api/api-error.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { invalidate } from '../platform/api/read.ts';
import { send } from '../platform/api/api-client.ts';
import { takenBackText } from './ledger/ledger-texts.ts';
import type { FeeChangeContent, FeeChangeNotes } from './fee-change-values.ts';
import { appliedText } from './fee-change-texts.ts';
import { pricedSubjects, takeBack } from './fee-changes.queries.ts';

type FeeChangeInput = {
  content: FeeChangeContent;
  notes: FeeChangeNotes;
  preview: FeeChangePreview;
};
type Options = {
  onApplied: () => void;
  onChangedMeanwhile: (preview: FeeChangePreview) => void;
};

/** Saves a raise as it was previewed; sent again after a lost answer, it has the same id. */
export function useApplyFeeChange({ onApplied, onChangedMeanwhile }: Options) {
  const client = useQueryClient();
  const sent = useRef({ content: '', id: '' });
  const apply = useOneMutation({
    mutationFn: async (raise: FeeChangeInput & { id: string }) =>
      (await send(feeChangeEndpoints.createRateChange, { body: toBody(raise) })).data,
    onSuccess: async ({ _id }, { content }) => {
      onApplied();
      const action = { label: 'Undo', onClick: () => void undo(client, _id) };
      toast(appliedText(content), 'good', action);
      await invalidate(client, pricedSubjects);
    },
    onError: (error, { preview }) => {
      if (error instanceof ApiError && error.code === 'changed_meanwhile')
        onChangedMeanwhile(preview);
    },
  });
  const start = (raise: FeeChangeInput) => {
    const content = JSON.stringify([raise.content, raise.notes]);
    if (sent.current.content !== content) sent.current = { content, id: newId() };
    apply.mutate({ ...raise, id: sent.current.id });
  };
  return { start, error: apply.error, isPending: apply.isPending, reset: apply.reset };
}

function toBody({ id, content, notes, preview }: FeeChangeInput & { id: string }) {
  const reason = notes.reason.trim();
  return {
    _id: id,
    ...content,
    reprice: notes.isRepricing,
    ...(reason !== '' && { reason }),
    expected: preview.state,
  };
}

/** From the notice, which may be shown on another page by now. */
async function undo(client: QueryClient, id: string): Promise<void> {
  try {
    toast(takenBackText(await takeBack(id)));
  } catch (error) {
    toast(error instanceof Error ? error.message : String(error), 'bad');
  }
  await invalidate(client, pricedSubjects);
}
