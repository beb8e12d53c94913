import { newId } from '@recoup/contract/core/ids';
import { type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useRef } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { isPassing } from '../outbox/retry.ts';
import { correctedText, takenBackText } from './correction-words.ts';
import {
  type CorrectionContent,
  correctEntries,
  refreshEntries,
  undoCorrection,
} from './entry-corrections.queries.ts';

type Correction = { content: CorrectionContent; reason: string; expected: string };
type Options = { onCorrected: () => void; onChangedMeanwhile: () => void };

/** Saves a correction as it was previewed; sent again after a lost answer, it has the same id. */
export function useCorrection({ onCorrected, onChangedMeanwhile }: Options) {
  const client = useQueryClient();
  const sent = useRef({ request: '', id: '' });
  const correct = useOneMutation({
    mutationFn: ({ content, ...rest }: Correction & { _id: string }) =>
      correctEntries({ ...content, ...rest }),
    onSuccess: async (saved) => {
      onCorrected();
      toast(correctedText(saved), 'good', undoAction(client, saved._id));
      await refreshEntries(client);
    },
    onError: (error) => {
      // Without an answer it may be saved: a new preview would find nothing left to correct.
      if (mayBeSentAgain(error)) return;
      if (error instanceof ApiError && error.code !== 'conflict') onChangedMeanwhile();
    },
  });
  const start = (correction: Correction) => {
    const request = JSON.stringify([correction.content, correction.reason]);
    if (sent.current.request !== request) sent.current = { request, id: newId() };
    correct.mutate({ ...correction, _id: sent.current.id });
  };
  return {
    start,
    error: correct.error,
    isPending: correct.isPending,
    isSuccess: correct.isSuccess,
  };
}

function undoAction(client: QueryClient, id: string) {
  return { label: 'Undo', onClick: () => void takeBack(client, id) };
}

function mayBeSentAgain(error: unknown): boolean {
  return error instanceof ApiError && isPassing(error);
}

/** From the notice, which may be shown on another page by now. Nothing else offers it again. */
async function takeBack(client: QueryClient, id: string): Promise<void> {
  try {
    const { entries } = await undoCorrection(id);
    toast(takenBackText(entries));
  } catch (error) {
    const again = mayBeSentAgain(error) ? undoAction(client, id) : undefined;
    toast(error instanceof Error ? error.message : String(error), 'bad', again);
  }
  await refreshEntries(client);
}
