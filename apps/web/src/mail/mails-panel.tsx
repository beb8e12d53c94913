import { may } from '../platform/session/may.ts';
import { texts } from '@recoup/contract/core/texts';
import type { ExportRecord } from '@recoup/contract/exports/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { queryKeys } from '../platform/api/query-keys.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { exportSettingsQuery } from '../exports/exports.queries.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { mailKey, repeatMail } from './mail.queries.ts';
import styles from './mail.module.css';
import { Mail } from './mail-summary.tsx';
import shared from '../ui/layout/shared.module.css';

type Props = Pick<ExportRecord, 'mails' | 'postings'> & { action: ReactNode };

/** To whom an export was mailed, and what became of it. */
export function MailsPanel({ mails, postings, action }: Props) {
  const { again, repeat } = useRepeatMail();
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
                isBusy={again.isPending && again.variables === mail._id}
                aria-label={`Send again to ${mail.to}`}
                onClick={(event) => repeat(mail._id, event.detail)}
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
  const { data: settings } = useQuery(exportSettingsQuery());
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
  const again = useOneMutation({
    mutationKey: mailKey,
    mutationFn: repeatMail,
    onSuccess: async () => {
      toast(texts.mailSent);
      await client.invalidateQueries({ queryKey: queryKeys.exports });
    },
  });
  const repeat = (id: string, clicks: number): void => {
    // A double click sends one mail, however fast the first was.
    if (clicks < 2) again.mutate(id);
  };
  return { again, repeat };
}
