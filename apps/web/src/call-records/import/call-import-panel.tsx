import type { FormEvent } from 'react';
import { ImportButtons } from '../../matters/import/import-buttons.tsx';
import { blurGuard } from '../../ui/form/blur-guard.ts';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { CallFileContents } from './call-file-contents.tsx';
import { CallImportMessages } from './call-import-messages.tsx';
import type { CallImportState } from './use-call-import.ts';

/** Accepts any file extension: Cisco CUCM writes files without one. */
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
        <ImportButtons verb="Import" why={refusalText(state)} state={state} />
        <CallImportMessages state={state} />
        {chosen.file !== null && <CallFileContents state={state} />}
      </form>
    </Panel>
  );
}

function refusalText({ shown, upload, chosen }: CallImportState): string | undefined {
  if (upload.isSuccess) return 'This file is imported.';
  if (shown === undefined) return undefined;
  if (shown.refused > 0 || shown.fault !== null) return 'Nothing would be imported: see below.';
  if (shown.isZoneDoubtful && !chosen.isZoneConfirmed) return 'First check the time zone below.';
  return undefined;
}
