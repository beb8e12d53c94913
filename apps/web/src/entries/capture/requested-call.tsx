import { Suspense } from 'react';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import type { useTimer } from '../timer/use-timer.ts';
import type { useCallRequest } from './use-call-request.ts';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

const loadDialog = async () => ({
  default: (await import('./call-matter-dialog.tsx')).CallMatterDialog,
});
const CallMatterDialog = lazyPart(loadDialog, ({ onClose, onDismiss = onClose }) => onDismiss);

type Props = { request: ReturnType<typeof useCallRequest>; call: ReturnType<typeof useTimer> };

/** The dialog of the requested call; nothing without one. */
export function RequestedCall({ request: { subject, recordText, close, dismiss }, call }: Props) {
  useLoadBeforeUse(loadDialog);
  if (subject === null) return null;
  return (
    <Suspense>
      <CallMatterDialog
        subject={subject}
        call={call}
        {...(recordText && { onRecordText: recordText })}
        onClose={close}
        onDismiss={dismiss}
      />
    </Suspense>
  );
}
