import { type Entry, reason } from '@recoup/contract/entries/endpoints';
import { type Voucher, voucherEndpoints } from '@recoup/contract/vouchers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download } from '../platform/api/api-download.ts';
import { readData } from '../platform/api/read.ts';
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
import { ItemList } from '../ui/layout/item-list.tsx';
import { countOf, formatBytes } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import { uploadVoucher } from './upload-voucher.ts';
import styles from './vouchers.module.css';

type OfEntry = Pick<Entry, '_id' | 'export'>;

const changes = ['vouchers', 'entries'] as const;

type ListProps = {
  entry: OfEntry;
  /** How many count, once they are known and after each change. */
  onCount: (count: number) => void;
};

/** The vouchers of an entry, and how to add one. */
export function VoucherList({ entry, onCount }: ListProps) {
  const input = { params: { id: entry._id } };
  const query = useQuery(readData(voucherEndpoints.listEntryVouchers, input));
  const count = query.data?.filter(({ withdrawn }) => withdrawn === null).length;
  // The summary that names it is loaded before this part.
  useEffect(() => {
    if (count !== undefined) onCount(count);
  }, [count, onCount]);
  return (
    <div className={styles.vouchers}>
      <Loaded query={query} what="The vouchers">
        {(vouchers) =>
          vouchers.length > 0 && (
            <ItemList label="Vouchers" items={vouchers.map((each) => toItem(entry, each))} />
          )
        }
      </Loaded>
      {may('vouchers:write') && <AddVoucher entryId={entry._id} />}
    </div>
  );
}

function toItem(entry: OfEntry, voucher: Voucher) {
  const { _id, name, addedAt, withdrawn } = voucher;
  return {
    key: `${_id} ${addedAt}`,
    title: name,
    tag: withdrawn && <Tag>Withdrawn</Tag>,
    about: aboutText(voucher),
    action: <VoucherActions entry={entry} voucher={voucher} />,
  };
}

function aboutText({ kind, bytes, pages, addedBy, addedAt, withdrawn }: Voucher): string {
  const size = pages === null ? '' : `, ${countOf(pages, 'page', 'pages')}`;
  const added = `Added by ${addedBy.name}, ${formatMoment(addedAt)}.`;
  const about = `${kind.toUpperCase()}${size}, ${formatBytes(bytes)}. ${added}`;
  if (withdrawn === null) return about;
  return `${about} Withdrawn by ${withdrawn.by.name}: ${withdrawn.reason}`;
}

function VoucherActions({ entry, voucher }: { entry: OfEntry; voucher: Voucher }) {
  const { _id, name, withdrawn } = voucher;
  const params = { id: entry._id, voucherId: _id };
  const open = useActionBy(
    async () => download(voucherEndpoints.getVoucher, { params: { id: _id } }, { accept: '*/*' }),
    { onDone: saveFile, onError: ({ message }) => toast(message, 'bad') },
  );
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
      {may('vouchers:write') &&
        withdrawn === null &&
        (entry.export === undefined ? (
          <RemoveButton params={params} name={name} />
        ) : (
          <WithdrawButton params={params} name={name} />
        ))}
    </div>
  );
}

type OfVoucher = { params: { id: string; voucherId: string }; name: string };

function RemoveButton({ params, name }: OfVoucher) {
  const remove = useAction(voucherEndpoints.removeEntryVoucher, {
    done: 'Voucher removed.',
    changes,
  });
  return (
    <ConfirmButton
      variant="quiet"
      size="small"
      aria-label={`Remove: ${name}`}
      title="Remove this voucher?"
      question={`${name} is no longer a voucher of this entry.`}
      confirmLabel="Remove"
      confirming={remove}
      onConfirm={() => remove.run({ params })}
    >
      Remove
    </ConfirmButton>
  );
}

function WithdrawButton({ params, name }: OfVoucher) {
  const [isAsking, setAsking] = useState(false);
  return (
    <>
      <Button
        variant="quiet"
        size="small"
        aria-label={`Withdraw: ${name}`}
        onClick={() => setAsking(true)}
      >
        Withdraw
      </Button>
      {isAsking && <WithdrawDialog params={params} onClose={() => setAsking(false)} />}
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

/** The entry was exported, so that its voucher stays on record. */
function WithdrawDialog({ params, onClose }: Pick<OfVoucher, 'params'> & { onClose: () => void }) {
  const form = useDefinedForm(withdrawal);
  const saving = useAction(voucherEndpoints.withdrawEntryVoucher, {
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

/** A file of this computer; on a phone also by its camera. */
function AddVoucher({ entryId }: { entryId: string }) {
  const [error, setError] = useState<string>();
  const add = useActionBy(async (file: File) => uploadVoucher(entryId, file, file.name), {
    done: ({ name }) => `Voucher added: ${name}.`,
    changes,
    onError: ({ message }) => setError(message),
  });
  const take = (file: File | null) => {
    if (file === null) return;
    setError(undefined);
    add.run(file);
  };
  return (
    <>
      <FilePicker
        label="Add a file"
        hint="photo or PDF"
        atMost="15 MB"
        file={null}
        onPick={take}
        onReject={setError}
      />
      <PhotoButton isBusy={add.isPending} onTake={take}>
        Photograph voucher
      </PhotoButton>
      {add.isPending && <p aria-busy="true">Adding the voucher…</p>}
      {error !== undefined && <Alert kind="error">{error}</Alert>}
    </>
  );
}
