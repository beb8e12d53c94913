import { texts } from '@recoup/contract/core/texts';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation, useNavigate } from 'react-router';
import { ExportPanel, type Saved } from '../../exports/export-panel.tsx';
import { ImportPanel, MatterImportHistory } from '../../matters/import/import-panel.tsx';
import { useMatterImport } from '../../matters/import/use-matter-import.ts';
import { ClosingNotes } from '../../month-end/closing/closing-notes.tsx';
import { postingLayoutsQuery } from '../../posting/posting.queries.ts';
import { LayoutSettingsForm } from '../../posting/settings/layout-settings-form.tsx';
import { paths } from '../../platform/browser/paths.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { NotLoaded } from '../../ui/feedback/not-loaded.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { MailForm } from '../../mail/mail-form.tsx';
import { emptyMail, isTyped } from '../../mail/mail-texts.ts';
import styles from './import-export-page.module.css';

/** Import, export and the mail form that follows a download (specification, section 2.13). */
export function ImportExportPage() {
  const mail = useMailStep();
  const matters = useMatterImport();
  const layouts = useQuery(postingLayoutsQuery);
  return (
    <PageFrame title="Import / Export Manager" width="form">
      {mail.saved !== undefined && <MailForm {...mail} saved={mail.saved} />}
      {/* Hidden and not taken away: an upload may be under way. */}
      <div className={styles.files} hidden={mail.saved !== undefined}>
        {mail.wasSent && !mail.isStep && (
          <div ref={takeFocus} tabIndex={-1}>
            <Alert kind="success">
              <strong>{texts.mailSent}</strong> <Link to={paths.exports}>Exports</Link> shows when
              the mail server has it.
            </Alert>
          </div>
        )}
        <ImportPanel state={matters} />
        <NotLoaded what="The posting layouts" of={layouts} />
        <ExportPanel
          layouts={layouts.data ?? []}
          onSaved={mail.open}
          SettingsForm={LayoutSettingsForm}
          Notes={ClosingNotes}
        />
        <MatterImportHistory onUndone={matters.lookAgain} />
      </div>
    </PageFrame>
  );
}

/** The mail form is a history entry: Back leads to the first form and keeps what was typed. */
function useMailStep() {
  const [draft, setDraft] = useState(emptyMail);
  const [wasSent, setWasSent] = useState(false);
  const { key, state } = useLocation();
  // Going back takes the browser a moment, in which a second click would go back further.
  const [left, setLeft] = useState<string>();
  if (left !== undefined && left !== key) setLeft(undefined);
  const navigate = useNavigate();
  // Between its two forms the page keeps what was typed.
  useUnsaved((to) => to !== paths.fileHandler && isTyped(draft));
  return {
    saved: left === key ? undefined : savedIn(state),
    /** Still true while the browser goes back and restores the scroll position. */
    isStep: savedIn(state) !== undefined,
    draft,
    wasSent,
    onType: setDraft,
    onSent: () => {
      setDraft(emptyMail);
      setWasSent(true);
    },
    onBack: () => {
      setLeft(key);
      void navigate(-1);
    },
    open: (saved: Saved) => {
      setWasSent(false);
      void navigate(paths.fileHandler, { state: { saved } });
    },
  };
}

/** The history of the browser may hold anything. */
function savedIn(state: unknown): Saved | undefined {
  const { name, exportId } = toFields(toFields(state)['saved']);
  if (typeof name !== 'string') return undefined;
  return exportId === undefined || typeof exportId === 'string' ? { name, exportId } : undefined;
}

function toFields(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

/** The form that had the focus is gone; the message scrolls itself into sight. */
function takeFocus(element: HTMLDivElement | null): void {
  element?.focus({ preventScroll: true });
}
