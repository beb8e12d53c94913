import { texts } from '@recoup/contract/texts';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { mattersKey, uploadMatters } from '../matters/matters.queries.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { FilePicker } from '../ui/file-picker.tsx';
import { UploadIcon } from '../ui/icons.tsx';
import { Panel } from '../ui/page-frame.tsx';
import styles from './file-handler-page.module.css';
import { UploadOutcome } from './upload-outcome.tsx';

export function UploadPanel() {
  const [file, setFile] = useState<File | null>(null);
  const [mistake, setMistake] = useState<string | null>(null);
  const client = useQueryClient();
  const upload = useMutation({ mutationFn: uploadMatters, onSuccess: () => client.invalidateQueries({ queryKey: mattersKey }) });
  const pick = (picked: File | null) => {
    setFile(picked);
    setMistake(null);
    upload.reset();
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (upload.isPending) return;
    setMistake(file === null ? texts.selectFile : null);
    if (file !== null) upload.mutate(file);
  };
  return (
    <Panel label="Matters in">
      <div>
        <h2>Matters in</h2>
        <p className={styles['about']}>
          A CSV file from the bookkeeping system, with a matter number and a description in each row. It is taken in whole or not at all,
          and the same file twice changes nothing.
        </p>
      </div>
      {mistake !== null && <Alert kind="error">{mistake}</Alert>}
      <UploadOutcome error={upload.error} result={upload.data} />
      <form className={styles['form']} onSubmit={submit}>
        <FilePicker label="Matter File Upload" accept=".csv" hint="CSV" file={file} onPick={pick} onRefuse={setMistake} />
        <div>
          <Button type="submit" isBusy={upload.isPending}>
            <UploadIcon />
            Upload
          </Button>
        </div>
      </form>
    </Panel>
  );
}
