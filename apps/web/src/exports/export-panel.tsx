import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { Link } from 'react-router';
import { paths } from '../platform/paths.ts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { RadioGroup, TextField } from '../ui/fields.tsx';
import { formatBytes } from '../ui/format.ts';
import { DownloadIcon } from '../ui/icons.tsx';
import { Panel } from '../ui/page-frame.tsx';
import { DelimiterChoice, useDelimiter } from './delimiter-choice.tsx';
import styles from './exports.module.css';
import { exportsQuery, fileChoices } from './exports.queries.ts';
import { useDownload } from './use-download.ts';

const sets = { new: 'new', period: 'period' } as const;

/** Disbursements out (specification, section 2.13): what, as what kind of file, and the download itself. */
export function ExportPanel({ onSaved }: { readonly onSaved: (name: string) => void }) {
  const [set, setSet] = useState<string>(sets.new);
  const [kind, setKind] = useState<string>('csv');
  const download = useDownload(onSaved);
  const delimiter = useDelimiter();
  const isBusy = download.isPending || delimiter.isSaving;
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const choice = fileChoices.find(({ value }) => value === kind);
    if (isBusy || choice === undefined) return;
    download.start({ choice, period: set === sets.new ? 'new' : typedPeriod(event.currentTarget) });
  };
  return (
    <Panel label="Disbursements out">
      <div className={styles['head']}>
        <h2>Disbursements out</h2>
        <Link to={paths.exports}>All exports</Link>
      </div>
      <Outcome download={download} />
      <form className={styles['form']} onSubmit={submit}>
        <SetChoice value={set} onChange={setSet} />
        {set === sets.period && (
          <div className={styles['days']}>
            <TextField label="From" name="from" type="date" description="Empty: from the first" />
            <TextField label="To" name="to" type="date" description="Empty: up to the last" />
          </div>
        )}
        <RadioGroup label="File" options={fileChoices} value={kind} onChange={setKind} />
        {kind === 'people' && <DelimiterChoice delimiter={delimiter} />}
        <div className={styles['row']}>
          <Button type="submit" look="outline" isBusy={isBusy}>
            <DownloadIcon />
            Download Disbursements
          </Button>
          {download.isPending && <Progress bytes={download.bytes} onCancel={download.cancel} />}
        </div>
      </form>
    </Panel>
  );
}

function SetChoice({ value, onChange }: { readonly value: string; readonly onChange: (set: string) => void }) {
  const latest = useQuery(exportsQuery({ page: 1, size: 10 })).data?.data.find(({ state }) => state === 'closed');
  const options = [
    { value: sets.new, label: latest === undefined ? 'Everything not exported yet' : `New since export ${latest.number}` },
    { value: sets.period, label: 'Everything in a period' },
  ];
  return (
    <div>
      <RadioGroup label="Disbursements" options={options} value={value} onChange={onChange} />
      <p className={styles['about']}>
        {value === sets.new
          ? 'Takes what no export holds yet, and locks it: it cannot be changed or exported twice.'
          : 'A copy of all that was recorded, exported or not. Nothing is locked.'}
      </p>
    </div>
  );
}

function Progress({ bytes, onCancel }: { readonly bytes: number; readonly onCancel: () => void }) {
  return (
    <>
      <output className={styles['progress']}>{bytes === 0 ? 'Gathering the disbursements …' : `${formatBytes(bytes)} received …`}</output>
      <Button look="quiet" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </>
  );
}

function Outcome({ download }: { readonly download: ReturnType<typeof useDownload> }) {
  const { error, isCancelled, closed, isPending } = download;
  if (isPending || (error === null && !isCancelled)) return null;
  const kept = closed !== null && (
    <>
      {' '}
      Export {closed.number} was closed all the same; <Link to={paths.export({ exportId: closed._id })}>get its file again</Link>.
    </>
  );
  if (error !== null)
    return (
      <Alert kind="error">
        {error.message}
        {kept}
      </Alert>
    );
  return (
    <Alert kind="info">
      Cancelled. Nothing was saved.{kept === false ? ' What the server had closed by then stands under All exports.' : kept}
    </Alert>
  );
}

function typedPeriod(form: HTMLFormElement): { from?: string; to?: string } {
  const given = [...new FormData(form)].filter(([name, value]) => (name === 'from' || name === 'to') && value !== '');
  return Object.fromEntries(given);
}
