import { reason } from '@recoup/contract/entries/endpoints';
import {
  accountVoucherEndpoints,
  type Voucher,
  voucherEndpoints,
} from '@recoup/contract/vouchers/endpoints';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useState } from 'react';
import { download } from '../platform/api/api-download.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { invalidate, readData } from '../platform/api/read.ts';
import { useAction, useActionBy } from '../platform/api/use-action.ts';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { defineForm, textField } from '../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../ui/form/defined-fields.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { PhotoButton } from '../ui/form/photo-button.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import { ItemList } from '../ui/layout/item-list.tsx';
import { countOf, formatBytes } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import { uploadVoucher, type VoucherOwner } from './upload-voucher.ts';
import styles from './vouchers.module.css';

const calls = {
  entry: {
    may: 'vouchers:write',
    list: voucherEndpoints.listEntryVouchers,
    remove: voucherEndpoints.removeEntryVoucher,
    withdraw: voucherEndpoints.withdrawEntryVoucher,
  },
  account: {
    may: 'suppliers:write',
    list: accountVoucherEndpoints.listAccountVouchers,
    remove: accountVoucherEndpoints.removeAccountVoucher,
    withdraw: accountVoucherEndpoints.withdrawAccountVoucher,
  },
} as const;

const changes = ['vouchers', 'entries'] as const;

type ListProps = {
  owner: VoucherOwner;
  /** How many count, once they are known and after each change. */
  onCount?: (count: number) => void;
};

/** The vouchers of an entry or an account, and how to add one. */
export function VoucherList({ owner, onCount }: ListProps) {
  const query = useQuery(readData(calls[owner.kind].list, { params: { id: owner.id } }));
  const count = query.data?.filter(({ withdrawn }) => withdrawn === null).length;
  // The summary that names it is loaded before this part.
  useEffect(() => {
    if (count !== undefined) onCount?.(count);
  }, [count, onCount]);
  return (
    <div className={styles.vouchers}>
      <Loaded query={query} what="The vouchers">
        {(vouchers) =>
          vouchers.length > 0 && (
            <ItemList label="Vouchers" items={vouchers.map((each) => toItem(owner, each))} />
          )
        }
      </Loaded>
      {may(calls[owner.kind].may) && <AddVouchers owner={owner} />}
    </div>
  );
}

function toItem(owner: VoucherOwner, voucher: Voucher) {
  const { _id, name, addedAt, withdrawn } = voucher;
  return {
    key: `${_id} ${addedAt}`,
    title: name,
    tag: withdrawn && <Tag>Withdrawn</Tag>,
    about: aboutText(voucher),
    action: <VoucherActions owner={owner} voucher={voucher} />,
  };
}

function aboutText(voucher: Voucher): string {
  const { kind, bytes, addedBy, addedAt, withdrawn } = voucher;
  const added = `Added by ${addedBy.name}, ${formatMoment(addedAt)}.`;
  const about = `${kind.toUpperCase()}${pagesText(voucher)}, ${formatBytes(bytes)}. ${added}`;
  if (withdrawn === null) return about;
  return `${about} Withdrawn by ${withdrawn.by.name}: ${withdrawn.reason}`;
}

function pagesText({ pages, shownPages, isOfAccount }: Voucher): string {
  if (pages === null) return '';
  if (shownPages === null) return `, ${countOf(pages, 'page', 'pages')}`;
  const named = `${pages === 1 ? 'page' : 'pages'} ${shownPages.replaceAll(',', ', ')}`;
  return isOfAccount ? `, ${named} of the supplier’s account` : `, ${named} of the file`;
}

function VoucherActions({ owner, voucher }: { owner: VoucherOwner; voucher: Voucher }) {
  const { _id, name, withdrawn, isOfAccount } = voucher;
  const params = { id: owner.id, voucherId: _id };
  const query = owner.kind === 'entry' ? { entry: owner.id } : {};
  const open = useActionBy(
    async () =>
      download(voucherEndpoints.getVoucher, { params: { id: _id }, query }, { accept: '*/*' }),
    { onDone: saveFile, onError: ({ message }) => toast(message, 'bad') },
  );
  const canChange = may(calls[owner.kind].may) && withdrawn === null && !isOfAccount;
  const of = { owner, params, name };
  return (
    <div className={styles.actions}>
      <Button
        variant="outline"
        size="small"
        aria-label={`Download: ${name}`}
        isBusy={open.isPending}
        onClick={() => open.run()}
      >
        Download
      </Button>
      {canChange && (owner.isLocked ? <WithdrawButton {...of} /> : <RemoveButton {...of} />)}
    </div>
  );
}

type OfVoucher = {
  owner: VoucherOwner;
  params: { id: string; voucherId: string };
  name: string;
};

function RemoveButton({ owner, params, name }: OfVoucher) {
  const remove = useAction(calls[owner.kind].remove, {
    done: 'Voucher removed.',
    changes,
  });
  return (
    <ConfirmButton
      variant="quiet"
      size="small"
      aria-label={`Remove: ${name}`}
      title="Remove this voucher?"
      question={`${name} is no longer a voucher of this ${owner.kind}.`}
      confirmLabel="Remove"
      confirming={remove}
      onConfirm={() => remove.run({ params })}
    >
      Remove
    </ConfirmButton>
  );
}

function WithdrawButton(of: OfVoucher) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Withdraw: ${of.name}`}
        onClick={() => setAsking(true)}
      >
        Withdraw
      </Button>
      {isAsking && <WithdrawDialog {...of} onClose={() => setAsking(false)} />}
    </>
  );
}

const withdrawal = defineForm({
  withdrawn: textField('Reason', {
    schema: reason,
    isRequired: true,
    description: 'The firm admin and auditors still see the voucher, with this reason.',
    'data-autofocus': true,
  }),
});

/** It was exported, so that its voucher stays on record. */
function WithdrawDialog({ owner, params, onClose }: OfVoucher & { onClose: () => void }) {
  const form = useDefinedForm(withdrawal);
  const saving = useAction(calls[owner.kind].withdraw, {
    done: 'Voucher withdrawn.',
    changes,
    onDone: onClose,
  });
  return (
    <FormDialog
      title="Withdraw this voucher"
      form={form}
      saving={saving}
      action={{ label: 'Withdraw' }}
      onSave={(body) => saving.run({ params, body })}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}

/** Files of this computer; on a phone also photos of its camera. */
function AddVouchers({ owner }: { owner: VoucherOwner }) {
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
