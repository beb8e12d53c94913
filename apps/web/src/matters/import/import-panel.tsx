import type { FormEvent } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { DownloadIcon } from '../../ui/controls/icons.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { saveFile } from '../../ui/lib/save-file.ts';
import { exampleFile } from './example-file.ts';
import { ImportButtons } from './import-buttons.tsx';
import styles from './imports.module.css';
import type { Import } from './use-import.ts';
import { FileContents } from './file-contents.tsx';
import { Messages } from './import-messages.tsx';
import shared from '../../ui/layout/shared.module.css';

/** Choose, preview, correct and upload a file (specification, section 2.13). */
export function ImportPanel({ state }: { state: Import }) {
  const { chosen } = state;
  const submit = (event: FormEvent) => {
    event.preventDefault();
    state.submit();
  };
  return (
    <Panel label="Matters in">
      <div>
        <h2>Matters in</h2>
        <p className={styles.about}>
          Upload a CSV from your bookkeeping system. Each row needs a matter number and a
          description; other columns are ignored. You see a preview first. If any row has an error,
          nothing is imported.
        </p>
      </div>
      <form className={shared.stack} onSubmit={submit}>
        <FilePicker {...picker} file={chosen.file} onPick={state.pick} onReject={state.refuse} />
        <ImportButtons verb="Upload" why={refusalText(state.shown)} state={state}>
          {chosen.file === null && (
            <Button variant="quiet" onClick={() => saveFile(exampleFile())}>
              <DownloadIcon />
              Example file
            </Button>
          )}
        </ImportButtons>
        <Messages {...state} />
        {chosen.file !== null && <FileContents {...state} file={chosen.file} />}
      </form>
    </Panel>
  );
}

function refusalText(shown: Import['shown']): string | undefined {
  if (shown === undefined || (shown.refused === 0 && shown.fault === null)) return undefined;
  return 'Nothing would be imported: see below.';
}

const picker = {
  label: 'Matter File Upload',
  accept: '.csv',
  hint: 'CSV',
  atMost: '150 MB',
} as const;
