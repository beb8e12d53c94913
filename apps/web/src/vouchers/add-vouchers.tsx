import { useQueryClient } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { ApiError } from '../platform/api/api-error.ts';
import { invalidate } from '../platform/api/read.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import { PhotoButton } from '../ui/form/photo-button.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { uploadVoucher, type VoucherOwner } from './upload-voucher.ts';

/** Files of this computer; on a phone also photos of its camera. */
export function AddVouchers({ owner }: { owner: VoucherOwner }) {
  const { add, tryAgain, sending, faults } = useUploads(owner);
  const [rejected, setRejected] = useState<string>();
  const take = (file: File | null) => {
    setRejected(undefined);
    if (file !== null) add(file);
  };
  return (
    <>
      <FilePicker
        label="Add files"
        hint="photo or PDF"
        atMost="15 MB"
        file={null}
        isMultiple
        onPick={take}
        onReject={setRejected}
      />
      <PhotoButton onTake={take}>Photograph voucher</PhotoButton>
      <p role="status" aria-busy={sending !== undefined}>
        {sending}
      </p>
      {rejected !== undefined && <Alert kind="error">{rejected}</Alert>}
      {faults.map(({ file, message }) => (
        <Alert key={fileKey(file)} kind="error">
          {file.name} was not added: {message}
        </Alert>
      ))}
      {faults.some(({ isPassing }) => isPassing) && (
        <Button variant="outline" onClick={tryAgain}>
          Try again
        </Button>
      )}
    </>
  );
}

type Fault = { file: File; message: string; isPassing: boolean };

/** A key, equal for a file that is chosen again; phones call each photo the same. */
function fileKey({ name, size, lastModified }: File): string {
  return `${name} ${size} ${lastModified}`;
}

type Queue = { waiting: File[]; added: string[]; failed: string[] };

/** Files that wait are sent one after the other, also once the list of vouchers is closed. */
function useUploads(owner: VoucherOwner) {
  const client = useQueryClient();
  const queue = useRef<Queue>({ waiting: [], added: [], failed: [] });
  const [sending, setSending] = useState<string>();
  const [faults, setFaults] = useState<readonly Fault[]>([]);
  const sendOne = async (file: File): Promise<void> => {
    const { waiting, added, failed } = queue.current;
    const place = added.length + failed.length + 1;
    const count = place + waiting.length;
    setSending(`Adding ${file.name}${count === 1 ? '' : ` (${place} of ${count})`} …`);
    setFaults((known) => known.filter((fault) => fileKey(fault.file) !== fileKey(file)));
    const onBusy = (seconds: number) =>
      setSending(`The server has many files. ${file.name} is sent again in ${seconds} seconds.`);
    try {
      added.push((await uploadVoucher(owner, { file, name: file.name, onBusy })).name);
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      failed.push(file.name);
      const fault = toFault(file, error);
      setFaults((known) => [...known, fault]);
    }
    await invalidate(client, ['vouchers', 'entries']);
  };
  const send = useOneMutation({
    showsProgress: true,
    mutationFn: async () => {
      const { waiting } = queue.current;
      for (let file = waiting.shift(); file; file = waiting.shift()) await sendOne(file);
      announce(queue.current);
      queue.current = { waiting: [], added: [], failed: [] };
      setSending(undefined);
    },
  });
  useUnsaved(() => sending !== undefined);
  const add = (...files: readonly File[]) => {
    queue.current.waiting.push(...files);
    send.mutate();
  };
  const tryAgain = () => {
    setFaults(faults.filter(({ isPassing }) => !isPassing));
    add(...faults.flatMap(({ isPassing, file }) => (isPassing ? [file] : [])));
  };
  return { add, tryAgain, sending, faults };
}

/** Also for those who have closed the list meanwhile. */
function announce({ added, failed }: Queue): void {
  const [name] = added;
  if (added.length === 1) toast(`Voucher added: ${name}.`);
  else if (added.length > 1) toast(`${added.length} vouchers added.`);
  if (failed.length > 0) toast(`Not added: ${failed.join(', ')}.`, 'bad');
}

/** A file that the server refuses stays refused; after a lost connection it may be sent again. */
function toFault(file: File, { status, message }: ApiError): Fault {
  return { file, message, isPassing: status === 0 || status === 429 || status >= 500 };
}
