import { useState } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { FilePicker } from '../../ui/form/file-picker.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { PackReport } from './pack-report.tsx';
import { VerificationReport } from './verification-report.tsx';
import { verifyFile } from './verify-file.ts';

const maxBytes = 100_000_000;
/** A taxation pack may hold many vouchers. */
const maxZipBytes = 550_000_000;

/** Whether a file is what an export wrote, and what its calls should cost; or a taxation pack. */
export function VerifyPage() {
  const [file, setFile] = useState<File | null>(null);
  const [rejected, setRejected] = useState<string>();
  const verify = useOneMutation({ mutationFn: (picked: File) => verifyFile(picked) });
  const pick = (picked: File | null) => {
    setFile(picked);
    setRejected(undefined);
    verify.reset();
    if (picked === null) return;
    const isZip = picked.name.toLowerCase().endsWith('.zip');
    const most = isZip ? maxZipBytes : maxBytes;
    if (picked.size > most) setRejected(`The file is larger than ${most / 1_000_000} MB.`);
    else verify.mutate(picked);
  };
  return (
    <PageFrame
      title="Verify a file"
      intro="Compares a file with the ledger of exports and packs. It does not leave this device."
    >
      <Panel label="File" isBusy={verify.isPending}>
        <FilePicker
          label="Export file"
          hint="CSV, XLSX or PDF; a taxation pack, or a part of one"
          atMost="100 MB"
          file={file}
          onPick={pick}
          onReject={setRejected}
          error={rejected}
        />
        <output>{verify.isPending ? 'Computing hash, sum and prices …' : ''}</output>
        {verify.isError && <Alert kind="error">{verify.error.message}</Alert>}
      </Panel>
      {verify.data && 'pack' in verify.data && <PackReport result={verify.data.pack} />}
      {verify.data && 'export' in verify.data && <VerificationReport result={verify.data.export} />}
    </PageFrame>
  );
}
