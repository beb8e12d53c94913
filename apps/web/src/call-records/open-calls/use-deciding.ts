import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { CallRecord } from '@recoup/contract/call-records/endpoints';
import type { CallAction } from './decided-calls.ts';
import { decide } from './decisions.ts';
import { focusCall, nextCall } from './next-call.ts';

/** The call whose dialog is open, and decisions from its row or dialog. */
export function useDeciding() {
  const client = useQueryClient();
  const [open, setOpen] = useState<CallRecord | null>(null);
  const onDecide = (action: CallAction) => {
    const next = nextCall(action.call._id);
    setOpen(null);
    // The dialog keeps the focus until it is gone.
    if (open === null) focusCall(next);
    else requestAnimationFrame(() => focusCall(next));
    void decide(client, action);
  };
  return { open, setOpen, onDecide };
}
