import { may } from '../platform/session/may.ts';
import { texts } from '@recoup/contract/core/texts';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { DiscardQuestion } from '../ui/dialog/discard-question.tsx';
import { ignoreSecondEnter } from '../ui/dialog/second-press.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { MailForm } from './mail-form.tsx';
import { emptyMail, isTyped } from './mail-texts.ts';
import { MailsPanel } from './mails-panel.tsx';

/** The mails of an export, and the form for another one. */
export function ExportMails({ record: { _id, mails, postings } }: { record: ExportRecord }) {
  const { step, draft, setDraft, isAsking, setAsking, ...form } = useMailForm();
  return (
    <>
      {step === 'open' && (
        <MailForm
          saved={{ exportId: _id }}
          draft={draft}
          onType={setDraft}
          onSent={form.sent}
          onBack={form.close}
          onCancel={() => (isTyped(draft) ? setAsking(true) : form.close())}
        />
      )}
      <DiscardQuestion isOpen={isAsking} onStay={() => setAsking(false)} onDiscard={form.close} />
      <MailsPanel
        mails={mails}
        postings={postings}
        action={
          may('mail:send') &&
          step !== 'open' && (
            <Button
              ref={step === 'closed' ? takeFocus : undefined}
              variant="outline"
              onClick={form.open}
            >
              Email this export
            </Button>
          )
        }
      />
    </>
  );
}

function useMailForm() {
  const [step, setStep] = useState<'unopened' | 'open' | 'closed'>('unopened');
  const [draft, setDraft] = useState(emptyMail);
  const [isAsking, setAsking] = useState(false);
  useUnsaved(() => isTyped(draft));
  return {
    step,
    draft,
    setDraft,
    isAsking,
    setAsking,
    open: () => setStep('open'),
    close: () => {
      setDraft(emptyMail);
      setAsking(false);
      setStep('closed');
    },
    sent: () => {
      setDraft(emptyMail);
      toast(texts.mailSent);
    },
  };
}

/** The form is gone; a second Enter does not open it again. */
function takeFocus(button: HTMLButtonElement | null): void {
  if (button === null) return;
  button.focus();
  ignoreSecondEnter(button);
}
