import { Suspense, useState, type ReactNode } from 'react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { texts } from '@recoup/contract/core/texts';
import type { ExportRecord, ExportMail } from '@recoup/contract/exports/endpoints';
import { mailEndpoints } from '@recoup/contract/mail/endpoints';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { DiscardQuestion } from '../ui/dialog/discard-question.tsx';
import { ignoreSecondEnter } from '../ui/dialog/second-press.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { emptyMail, isTyped } from './mail-texts.ts';
import { invalidate } from '../platform/api/read.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { exportSettingsQuery } from '../exports/exports.queries.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { mailKey } from './mail.queries.ts';
import styles from './mail.module.css';
import shared from '../ui/layout/shared.module.css';
import { mailStates } from '../exports/export-texts.ts';
import { StatusDot } from '../ui/feedback/status-dot.tsx';
import { formatMoment } from '../ui/lib/moment.ts';
import { send } from '../platform/api/api-client.ts';

const loadForm = async () => ({ default: (await import('./mail-form.tsx')).MailForm });
const MailForm = lazyPart(loadForm, ({ onBack }) => onBack);

type ExportMailsProps = { record: ExportRecord; startsOpen?: boolean };

/** The mails of an export, and the form for another one. */
export function ExportMails({ record, startsOpen = false }: ExportMailsProps) {
  const { _id, mails, postings } = record;
  const { step, draft, setDraft, isAsking, setAsking, ...form } = useMailForm(startsOpen);
  useLoadBeforeUse(loadForm);
  return (
    <>
      {(step === 'offered' || step === 'open') && (
        <Suspense fallback={<p aria-busy="true">Loading…</p>}>
          <MailForm
            saved={{ exportId: _id }}
            takesFocus={step === 'open'}
            draft={draft}
            onType={setDraft}
            onSent={form.sent}
            onBack={form.close}
            onCancel={() => (isTyped(draft) ? setAsking(true) : form.close())}
          />
        </Suspense>
      )}
      <DiscardQuestion isOpen={isAsking} onStay={() => setAsking(false)} onDiscard={form.close} />
      <MailsPanel
        mails={mails}
        postings={postings}
        action={
          may('mail:send') &&
          (step === 'unopened' || step === 'closed') && (
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

function useMailForm(startsOpen: boolean) {
  const [step, setStep] = useState<'unopened' | 'offered' | 'open' | 'closed'>(
    startsOpen ? 'offered' : 'unopened',
  );
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

type Props = Pick<ExportRecord, 'mails' | 'postings'> & { action: ReactNode };

/** To whom an export was mailed, and what became of it. */
function MailsPanel({ mails, postings, action }: Props) {
  const again = useRepeatMail();
  return (
    <Panel label="Emails">
      <div className={styles.head}>
        <h2>Emails</h2>
        {action}
      </div>
      {again.isError && <Alert kind="error">{again.error.message}</Alert>}
      {mails.length === 0 ? (
        <p className={shared.muted}>This export has not been emailed.</p>
      ) : (
        <Bounces />
      )}
      <ul className={styles.mails}>
        {mails.map((mail) => (
          <li key={mail._id}>
            <Mail mail={mail} postings={postings} />
            {may('mail:send') && mail.state !== 'queued' && (
              <Button
                variant="outline"
                size="small"
                isOnce
                isBusy={again.isPending && again.variables === mail._id}
                aria-label={`Send again to ${mail.to}`}
                onClick={() => again.mutate(mail._id)}
              >
                Send again
              </Button>
            )}
          </li>
        ))}
      </ul>
    </Panel>
  );
}

/** A mail server takes a mail first, and reports later what it cannot deliver. */
function Bounces() {
  const { data: settings } = useQuery(exportSettingsQuery);
  if (!settings) return null;
  return (
    <p className={shared.muted}>
      An email that is handed over can still come back. The mail server then writes to{' '}
      {settings.bouncesTo}, and not to this page. Replies go to the user who sent the email.
    </p>
  );
}

function useRepeatMail() {
  const client = useQueryClient();
  return useOneMutation({
    mutationKey: mailKey,
    mutationFn: async (id: string) => send(mailEndpoints.repeatMail, { params: { id } }),
    onSuccess: async () => {
      toast(texts.mailSent);
      await invalidate(client, ['exports']);
    },
  });
}

type MailProps = Pick<ExportRecord, 'postings'> & { mail: ExportMail };

/** The layout of an attached posting file is named as its control total is. */
function Mail({ mail, postings }: MailProps) {
  const { to, subject, by, createdAt, sentAt, state, reason, sha256 } = mail;
  const layout = postings.find((posting) => posting.layout === mail.layout);
  return (
    <div className={styles.mail}>
      <StatusDot {...mailStates[state]} /> <strong>{to}</strong>
      <p>
        {subject} · {layout?.name ?? mailKindText(mail)} · {by.name},{' '}
        {formatMoment(sentAt ?? createdAt)}
      </p>
      {sha256 !== null && (
        <p>
          Attached file, SHA-256 <code>{sha256}</code>
        </p>
      )}
      {reason !== null && (
        <p className={styles.reason}>{state === 'queued' ? `Retrying: ${reason}` : reason}</p>
      )}
    </div>
  );
}

function mailKindText({ type, profile, layout }: ExportMail): string {
  if (layout !== undefined) return 'Posting file';
  return profile === 'people' ? 'CSV for spreadsheets' : type.toUpperCase();
}
