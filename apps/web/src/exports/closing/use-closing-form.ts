import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { closingPreviewQuery, type SeenClosing } from '../exports.queries.ts';
import { overrideError } from './override-error.ts';

type ClosingFormOptions = { startTo: string; layout: string | undefined; isBusy: boolean };

/** The last day, what a closing would include, and the reason to pass over what blocks it. */
export function useClosingForm({ startTo, layout, isBusy }: ClosingFormOptions) {
  const [to, setTo] = useState(startTo);
  const [reason, setReason] = useState('');
  const { data, error, isFetching } = useQuery({
    ...closingPreviewQuery({ to, layout }),
    enabled: !isBusy,
  });
  const preview = error === null ? data : undefined;
  const blocking = preview?.exceptions.block ?? 0;
  const isBlocked = blocking > 0;
  const closing: SeenClosing | undefined =
    preview && !isFetching
      ? {
          to,
          layout,
          rows: preview.rows,
          sum: preview.sum,
          blocking,
          override: isBlocked ? reason : undefined,
        }
      : undefined;
  return {
    to,
    setTo,
    reason,
    error,
    isFetching,
    preview,
    isBlocked,
    isRefused: isBlocked && overrideError(reason) !== undefined,
    closing,
    override: { count: blocking, to, reason, onType: setReason },
  };
}
