import type { Supplier } from '@recoup/contract/suppliers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useLoadBeforeUse } from '../platform/browser/load-before-use.ts';
import { paths } from '../platform/browser/paths.ts';
import { may } from '../platform/session/may.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { PlusIcon } from '../ui/controls/icons.tsx';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { EditItemButton, ItemList } from '../ui/layout/item-list.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { shownSuppliersQuery } from './suppliers.queries.ts';

const intro =
  'Businesses that send accounts to your firm. The code is the creditor’s in the ledger.';

const loadDialog = async () => ({
  default: (await import('./supplier-dialog.tsx')).SupplierDialog,
});
const SupplierDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

/** The firm's suppliers, to add and change. */
export function SuppliersPage() {
  const [open, setOpen] = useState<Supplier | 'add'>();
  useLoadBeforeUse(loadDialog);
  const suppliers = useQuery(shownSuppliersQuery);
  return (
    <PageFrame
      title="Suppliers"
      intro={intro}
      width="form"
      actions={<Actions onAdd={() => setOpen('add')} />}
    >
      <Panel label="Suppliers of the firm" isBusy={suppliers.isPending}>
        <Loaded query={suppliers} what="The suppliers">
          {(data) => <SupplierItems suppliers={data} onEdit={setOpen} />}
        </Loaded>
      </Panel>
      {open && (
        <Suspense>
          <SupplierDialog
            supplier={open === 'add' ? undefined : open}
            onClose={() => setOpen(undefined)}
          />
        </Suspense>
      )}
    </PageFrame>
  );
}

function Actions({ onAdd }: { onAdd: () => void }) {
  return (
    <>
      <ButtonLink variant="outline" to={paths.accounts}>
        Accounts
      </ButtonLink>
      {may('suppliers:write') && (
        <Button data-shortcut="n" onClick={onAdd}>
          <PlusIcon />
          Add supplier
        </Button>
      )}
    </>
  );
}

type ItemsProps = { suppliers: readonly Supplier[]; onEdit: (supplier: Supplier) => void };

function SupplierItems({ suppliers, onEdit }: ItemsProps) {
  if (suppliers.length === 0) return <p>There is no supplier yet.</p>;
  return (
    <ItemList
      label="Suppliers"
      items={suppliers.map((supplier) => ({
        key: supplier._id,
        title: supplier.name,
        tag: !supplier.isActive && <Tag>Not active</Tag>,
        about: aboutText(supplier),
        action: may('suppliers:write') && (
          <EditItemButton name={supplier.name} onClick={() => onEdit(supplier)} />
        ),
      }))}
    />
  );
}

function aboutText({ code, vatNumber }: Supplier): string {
  const inLedger = code === null ? 'No code: posted to the account of the type' : `Code ${code}`;
  return vatNumber === null ? inLedger : `${inLedger} · VAT ${vatNumber}`;
}
