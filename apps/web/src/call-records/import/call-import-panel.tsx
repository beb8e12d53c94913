import { type FormEvent, useId } from 'react';
import { ImportProgressBar } from '../../matters/import/import-progress.tsx';
import importStyles from '../../matters/import/imports.module.css';
import { Button } from '../../ui/controls/button.tsx';
import { UploadIcon } from '../../ui/controls/icons.tsx';
import { blurGuard } from '../../ui/form/blur-guard.ts';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { CallFileContents } from './call-file-contents.tsx';
import { CallImportMessages } from './call-import-messages.tsx';
import type { CallImportState } from './use-call-import.ts';

/** Of any ending: Cisco CUCM writes files without one. */
const picker = {
  label: 'File of calls',
  hint: 'CSV',
  atMost: '150 MB',
} as const;

/** Choose, preview, correct and import a file of a telephone system (product-2, section 4). */
export function CallImportPanel({ state }: { state: CallImportState }) {
  const { chosen } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.submit();
  };
  return (
    <Panel label="Calls in">
      <form className={shared.stack} {...blurGuard} onSubmit={submit}>
        <FilePicker {...picker} file={chosen.file} onPick={state.pick} onReject={state.refuse} />
        <ImportButtons state={state} />
        <CallImportMessages state={state} />
        {chosen.file !== null && <CallFileContents state={state} />}
      </form>
    </Panel>
  );
}

/** Above the messages, so that a message never shifts a button mid-click. */
function ImportButtons({ state }: { state: CallImportState }) {
  const { chosen, upload, progress, cancel } = state;
  const id = useId();
  // Quiet, not disabled: the server decides, and says why.
  const why = refusalOf(state);
  return (
    <div className={importStyles.buttons}>
      <Button
        type="submit"
        variant={why === undefined ? 'filled' : 'outline'}
        aria-describedby={why === undefined ? undefined : id}
        isBusy={upload.isPending}
      >
        <UploadIcon />
        Import
      </Button>
      {why !== undefined && (
        <span id={id} className={shared.muted}>
          {why}
        </span>
      )}
      {progress !== null && (
        <ImportProgressBar
          progress={progress}
          size={chosen.file?.size ?? 0}
          isUpload={upload.isPending}
          onCancel={cancel}
        />
      )}
    </div>
  );
}

function refusalOf({ shown, upload, chosen }: CallImportState): string | undefined {
  if (upload.isSuccess) return 'This file is imported.';
  if (shown === undefined) return undefined;
  if (shown.refused > 0 || shown.fault !== null) return 'Nothing would be imported: see below.';
  if (shown.isZoneDoubtful && !chosen.isZoneConfirmed) return 'First check the time zone below.';
  return undefined;
}
