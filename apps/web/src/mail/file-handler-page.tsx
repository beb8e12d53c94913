import { texts } from '@recoup/contract/texts';
import { useState } from 'react';
import { Link } from 'react-router';
import { ExportPanel } from '../exports/export-panel.tsx';
import { ImportHistory } from '../matters/import-history.tsx';
import { ImportPanel } from '../matters/import-panel.tsx';
import { paths } from '../platform/paths.ts';
import { Alert } from '../ui/alert.tsx';
import { PageFrame } from '../ui/page-frame.tsx';
import { MailForm } from './mail-form.tsx';
import styles from './file-handler-page.module.css';

type Step = { readonly name: 'files'; readonly wasSent: boolean } | { readonly name: 'mail'; readonly saved: string };

/** Matters in, disbursements out; after a download the mail form, and after the mail the first form again (specification, section 2.13). */
export function FileHandlerPage() {
  const [step, setStep] = useState<Step>({ name: 'files', wasSent: false });
  return (
    <PageFrame title="Import / Export Manager" width="form">
      {step.name === 'mail' && (
        <MailForm
          saved={step.saved}
          onSent={() => setStep({ name: 'files', wasSent: true })}
          onBack={() => setStep({ name: 'files', wasSent: false })}
        />
      )}
      {/* Hidden and not taken away: an upload may be under way. */}
      <div className={styles['files']} hidden={step.name === 'mail'}>
        {step.name === 'files' && step.wasSent && (
          <div ref={takeFocus} tabIndex={-1}>
            <Alert kind="success">
              <strong>{texts.mailSent}</strong> Whether it arrived stands under <Link to={paths.exports}>Exports</Link>.
            </Alert>
          </div>
        )}
        <ImportPanel />
        <ExportPanel onSaved={(saved) => setStep({ name: 'mail', saved })} />
        <ImportHistory />
      </div>
    </PageFrame>
  );
}

/** The form that had the focus is gone. */
function takeFocus(element: HTMLElement | null): void {
  element?.focus();
}
