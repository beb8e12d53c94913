import { reason } from '@recoup/contract/entries/endpoints';
import {
  accountVoucherEndpoints,
  type Voucher,
  voucherEndpoints,
} from '@recoup/contract/vouchers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { download } from '../platform/api/api-download.ts';
import { readData } from '../platform/api/read.ts';
import { useAction, useActionBy } from '../platform/api/use-action.ts';
import { may } from '../platform/session/may.ts';
import { Button } from '../ui/controls/button.tsx';
import { ConfirmButton } from '../ui/dialog/confirm-button.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { defineForm, textField } from '../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../ui/form/defined-fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { countOf, formatBytes } from '../ui/lib/format.ts';
import { formatMoment } from '../ui/lib/moment.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import { AddVouchers } from './add-vouchers.tsx';
import type { VoucherOwner } from './upload-voucher.ts';
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
