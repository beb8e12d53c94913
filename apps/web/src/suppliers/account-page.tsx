import { formatRand, toCents } from '@recoup/contract/core/money';
import {
  type AccountLine,
  type SupplierAccount,
  supplierAccountEndpoints,
} from '@recoup/contract/suppliers/account-endpoints';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, type SyntheticEvent, useId, useState } from 'react';
import { Link, useNavigate, useSearchParams } from 'react-router';
import { useReason } from '../entries/form/correction-reason.tsx';
import { FirmEntryDialog } from '../entries/lists/firm-entry-dialog.tsx';
import { NotLoaded } from '../platform/api/record-pending.tsx';
import { useAction } from '../platform/api/use-action.ts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { today } from '../platform/browser/local-day.ts';
import { paths } from '../platform/browser/paths.ts';
import { may } from '../platform/session/may.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { DialogButtons } from '../ui/dialog/dialog-buttons.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { DayField } from '../ui/form/day-field.tsx';
import { Form } from '../ui/form/form.tsx';
import { giveUpUnsaved } from '../ui/form/unsaved.ts';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { countOf, formatDate } from '../ui/lib/format.ts';
import type { Column } from '../ui/list/column.ts';
import { PagedTable } from '../ui/list/paged-table.tsx';
import styles from './accounts.module.css';
import { accountQuery } from './suppliers.queries.ts';

const VoucherList = lazyPart(async () => ({
  default: (await import('../vouchers/voucher-list.tsx')).VoucherList,
}));

/** One account: its lines and their entries, whether it is paid, and its credit notes. */
export function AccountPage() {
  const id = useSearchParams()[0].get('accountId') ?? '';
  const query = useQuery(accountQuery(id));
  const account = query.data;
  return (
    <PageFrame
      title={account ? titleOf(account) : 'Account'}
      actions={account && <HistoryLink subject={account._id} />}
    >
      {query.isError && (
        <Panel>
          <NotLoaded what="account" query={query} list={paths.accounts} />
        </Panel>
      )}
      {account && (
        <>
          <Facts account={account} />
          <Lines account={account} />
          <Vouchers account={account} />
        </>
      )}
    </PageFrame>
  );
}

function Vouchers({ account: { _id, isLocked } }: { account: SupplierAccount }) {
  return (
    <Panel label="Vouchers">
      <Suspense fallback={<p aria-busy="true">Loading…</p>}>
        <VoucherList owner={{ kind: 'account', id: _id, isLocked }} />
      </Suspense>
    </Panel>
  );
}

function titleOf({ number, total }: SupplierAccount): string {
  return `${total < 0 ? 'Credit note' : 'Account'} ${number}`;
}

function Facts({ account }: { account: SupplierAccount }) {
  const { supplier, date, total, creditedAccount, creditNotes } = account;
  const related = creditedAccount === null ? creditNotes : [creditedAccount];
  return (
    <Panel label="About the account">
      <dl className={styles.facts}>
        <Fact title="Supplier">{supplier.name}</Fact>
        <Fact title="Date">{formatDate(date)}</Fact>
        <Fact title="Total">{randText(total)}</Fact>
        <Fact title="Paid">
          {account.paidOn === null ? 'Not paid' : formatDate(account.paidOn)}
        </Fact>
        {related.length > 0 && (
          <Fact title={creditedAccount === null ? 'Credit notes' : 'Credits'}>
            {related.map(({ _id, number, total: amount }) => (
              <Link key={_id} to={paths.account({ accountId: _id })}>
                {number} ({randText(amount)}){' '}
              </Link>
            ))}
          </Fact>
        )}
      </dl>
      {may('suppliers:write') && <Actions account={account} />}
    </Panel>
  );
}

type FactProps = { title: string; children: ReactNode };

function Fact({ title, children }: FactProps) {
  return (
    <div>
      <dt>{title}</dt>
      <dd>{children}</dd>
    </div>
  );
}

function randText(amount: number): string {
  return formatRand(toCents(amount));
}

function Actions({ account }: { account: SupplierAccount }) {
  const [open, setOpen] = useState<'paid' | 'deletion'>();
  const close = () => setOpen(undefined);
  const unpaid = useAction(supplierAccountEndpoints.updateSupplierAccount, {
    done: 'Marked as not paid.',
    changes: ['suppliers'],
  });
  const params = { id: account._id };
  const canDelete = !account.isLocked && account.creditNotes.length === 0;
  return (
    <div className={shared.buttons}>
      {account.isPaid ? (
        <Button
          variant="outline"
          isBusy={unpaid.isPending}
          onClick={() => unpaid.run({ params, body: { isPaid: false } })}
        >
          Mark as not paid
        </Button>
      ) : (
        <Button onClick={() => setOpen('paid')}>Mark as paid</Button>
      )}
      {account.total > 0 && (
        <ButtonLink variant="outline" to={paths.addAccount({ credits: account._id })}>
          Credit note
        </ButtonLink>
      )}
      {canDelete && (
        <Button variant="outline" onClick={() => setOpen('deletion')}>
          Delete
        </Button>
      )}
      {unpaid.error && <Alert kind="error">{unpaid.error.message}</Alert>}
      {account.isLocked && <p className={shared.muted}>{lockedText}</p>}
      {open === 'paid' && <PaidDialog account={account} onClose={close} />}
      {open === 'deletion' && <DeleteDialog account={account} onClose={close} />}
    </div>
  );
}

const lockedText = 'An export holds lines of it: reverse these, or add a credit note.';

type DialogProps = { account: SupplierAccount; onClose: () => void };

function PaidDialog({ account, onClose }: DialogProps) {
  const id = useId();
  const [first] = useState(today);
  const [day, setDay] = useState(first);
  const saving = useAction(supplierAccountEndpoints.updateSupplierAccount, {
    done: 'Marked as paid.',
    changes: ['suppliers'],
    onDone: onClose,
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    saving.run({ params: { id: account._id }, body: { isPaid: true, paidOn: day } });
  };
  const isBusy = saving.isPending;
  const action = { label: 'Mark as paid', form: id, isBusy, isComplete: true };
  return (
    <Dialog
      title={`${titleOf(account)} is paid`}
      isOpen
      isChanged={day !== first && !saving.isSuccess}
      onClose={onClose}
      actions={<DialogButtons action={action} />}
    >
      <Form id={id} isSaving={saving.isPending} onSubmit={submit}>
        {saving.error && <Alert kind="error">{saving.error.message}</Alert>}
        <DayField
          label="Paid on"
          isRequired
          data-autofocus
          value={day}
          onChange={({ currentTarget }) => setDay(currentTarget.value)}
        />
      </Form>
    </Dialog>
  );
}

function DeleteDialog({ account, onClose }: DialogProps) {
  const id = useId();
  const navigate = useNavigate();
  const reason = useReason(true, 'Saved with the deletion.');
  const deleting = useAction(supplierAccountEndpoints.deleteSupplierAccount, {
    done: 'Account deleted.',
    changes: ['entries'],
    onDone: () => {
      giveUpUnsaved();
      void navigate(paths.accounts);
    },
  });
  const submit = (event: SyntheticEvent) => {
    event.preventDefault();
    if (!reason.isThere()) return;
    deleting.run({ params: { id: account._id }, query: { reason: reason.text } });
  };
  const isBusy = deleting.isPending;
  return (
    <Dialog
      title={`Delete ${titleOf(account)}?`}
      isOpen
      isChanged={reason.isTyped && !deleting.isSuccess}
      onClose={onClose}
      actions={
        <DialogButtons
          backLabel="Keep it"
          action={{ label: 'Delete', form: id, isBusy, isDanger: true }}
        />
      }
    >
      <Form id={id} className={shared.stack} isSaving={isBusy} onSubmit={submit}>
        {deleting.error && <Alert kind="error">{deleting.error.message}</Alert>}
        <p>Deletes {countOf(account.lines.length, 'entry', 'entries')} too.</p>
        {reason.field}
      </Form>
    </Dialog>
  );
}

function Lines({ account }: { account: SupplierAccount }) {
  const [open, setOpen] = useState<AccountLine>();
  return (
    <Panel label="Lines of the account">
      <PagedTable
        label="Lines"
        columns={lineColumns(setOpen)}
        rows={account.lines}
        rowKey={({ entry }) => entry ?? ''}
        isStale={false}
      />
      {open?.entry && (
        <FirmEntryDialog
          key={open.entry}
          id={open.entry}
          title={`${open.disbursementType.name}, ${open.matter.number}`}
          attorneyId={open.attorney._id}
          onClose={() => setOpen(undefined)}
        />
      )}
    </Panel>
  );
}

const lineColumns = (onOpen: (line: AccountLine) => void): readonly Column<AccountLine>[] => [
  { key: 'number', title: '#', isRowNumber: true, cell: (_, number) => number },
  {
    key: 'matter',
    title: 'Matter',
    isTitle: true,
    cell: (line) => (
      <Button variant="quiet" size="small" onClick={() => onOpen(line)}>
        {line.matter.number}
      </Button>
    ),
  },
  { key: 'name', title: 'About', isOptional: true, cell: ({ matter }) => matter.name },
  { key: 'type', title: 'Type', cell: ({ disbursementType }) => disbursementType.name },
  { key: 'attorney', title: 'Attorney', cell: ({ attorney }) => attorney.name },
  { key: 'narration', title: 'Narration', isOptional: true, cell: ({ narration }) => narration },
  { key: 'pages', title: 'Pages', isOptional: true, cell: ({ pages }) => pages },
  { key: 'amount', title: 'Amount', align: 'end', cell: ({ amount }) => randText(amount) },
  { key: 'state', title: 'State', isOptional: true, cell: stateText },
];

function stateText({ export: number, reversedBy, replacedBy }: AccountLine): string {
  if (replacedBy !== null) return 'Reversed and replaced';
  if (reversedBy !== null) return 'Reversed';
  return number === null ? '' : `Export ${number}`;
}
