import { formatRand, toCents } from '@recoup/contract/core/money';
import {
  type AccountLine,
  type SupplierAccount,
  supplierAccountEndpoints,
} from '@recoup/contract/suppliers/account-endpoints';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, Suspense, useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { NotLoaded } from '../platform/api/record-pending.tsx';
import { useAction } from '../platform/api/use-action.ts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { paths } from '../platform/browser/paths.ts';
import { may } from '../platform/session/may.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatDate } from '../ui/lib/format.ts';
import type { Column } from '../ui/list/column.ts';
import { PagedTable } from '../ui/list/paged-table.tsx';
import { accountTitle } from './account-title.ts';
import styles from './accounts.module.css';
import { accountQuery } from './suppliers.queries.ts';

const VoucherList = lazyPart(async () => ({
  default: (await import('../vouchers/voucher-list.tsx')).VoucherList,
}));

const loadDialogs = () => import('./account-dialogs.tsx');
const PaidDialog = lazyPart(
  async () => ({ default: (await loadDialogs()).PaidDialog }),
  ({ onClose }) => onClose,
);
const DeleteDialog = lazyPart(
  async () => ({ default: (await loadDialogs()).DeleteDialog }),
  ({ onClose }) => onClose,
);
const loadEntryDialog = async () => ({
  default: (await import('../entries/lists/firm-entry-dialog.tsx')).FirmEntryDialog,
});
const FirmEntryDialog = lazyPart(loadEntryDialog, ({ onClose }) => onClose);

/** One account: its lines and their entries, whether it is paid, and its credit notes. */
export function AccountPage() {
  const id = useSearchParams()[0].get('accountId') ?? '';
  const query = useQuery(accountQuery(id));
  const account = query.data;
  return (
    <PageFrame
      title={account ? accountTitle(account) : 'Account'}
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
  useLoadBeforeUse(loadDialogs);
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
      <Suspense>
        {open === 'paid' && <PaidDialog account={account} onClose={close} />}
        {open === 'deletion' && <DeleteDialog account={account} onClose={close} />}
      </Suspense>
    </div>
  );
}

const lockedText = 'An export holds lines of it: reverse these, or add a credit note.';

function Lines({ account }: { account: SupplierAccount }) {
  const [open, setOpen] = useState<AccountLine>();
  useLoadBeforeUse(loadEntryDialog);
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
        <Suspense>
          <FirmEntryDialog
            key={open.entry}
            id={open.entry}
            title={`${open.disbursementType.name}, ${open.matter.number}`}
            attorneyId={open.attorney._id}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
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
