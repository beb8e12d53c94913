import {
  type Supplier,
  supplierEndpoints,
  supplierFields,
} from '@recoup/contract/suppliers/endpoints';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../platform/api/api-client.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { paths } from '../platform/browser/paths.ts';
import { may } from '../platform/session/may.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { Button } from '../ui/controls/button.tsx';
import { PlusIcon } from '../ui/controls/icons.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { Tag } from '../ui/feedback/tag.tsx';
import { defineForm, flagField, formValuesFrom, textField } from '../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../ui/form/defined-fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { suppliersQuery } from './suppliers.queries.ts';

const intro =
  'Businesses that send accounts to your firm. The code is the creditor’s in the ledger.';

/** The firm's suppliers, to add and change. */
export function SuppliersPage() {
  const [open, setOpen] = useState<Supplier | 'add'>();
  const suppliers = useQuery(suppliersQuery);
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
        <SupplierDialog
          supplier={open === 'add' ? undefined : open}
          onClose={() => setOpen(undefined)}
        />
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
          <Button
            variant="outline"
            size="small"
            aria-label={`Edit ${supplier.name}`}
            onClick={() => onEdit(supplier)}
          >
            Edit
          </Button>
        ),
      }))}
    />
  );
}

function aboutText({ code, vatNumber }: Supplier): string {
  const inLedger = code === null ? 'No code: posted to the account of the type' : `Code ${code}`;
  return vatNumber === null ? inLedger : `${inLedger} · VAT ${vatNumber}`;
}

const supplierForm = defineForm({
  name: textField('Name', {
    schema: supplierFields.name,
    isRequired: true,
    maxLength: 100,
    autoComplete: 'off',
    'data-autofocus': true,
  }),
  code: textField('Code in the ledger', {
    description: 'Posting files credit it for what is paid as agent of the client.',
    maxLength: 40,
    autoComplete: 'off',
    spellCheck: false,
  }),
  vatNumber: textField('VAT number', {
    schema: supplierFields.vatNumber,
    inputMode: 'numeric',
    autoComplete: 'off',
  }),
  isActive: flagField('Takes new accounts', { start: true }),
});

type DialogProps = {
  /** Undefined for a new one. */
  supplier: Supplier | undefined;
  onAdded?: (supplier: Supplier) => void;
  onClose: () => void;
};

/** Adds or changes a supplier. */
export function SupplierDialog({ supplier, onAdded, onClose }: DialogProps) {
  const form = useDefinedForm(supplierForm, {
    initialValues: formValuesFrom(supplierForm, supplier),
  });
  const save = useActionBy(
    async (body: typeof form.values) =>
      supplier
        ? send(supplierEndpoints.updateSupplier, { params: { id: supplier._id }, body })
        : send(supplierEndpoints.createSupplier, { body }),
    {
      done: supplier ? 'Supplier saved.' : 'Supplier added.',
      changes: ['suppliers'],
      onDone: ({ data }) => {
        onAdded?.(data);
        onClose();
      },
    },
  );
  return (
    <FormDialog
      title={supplier ? 'Edit the supplier' : 'Add a supplier'}
      form={form}
      saving={save}
      onSave={save.run}
      action={{ label: supplier ? 'Save' : 'Add' }}
      onClose={onClose}
    >
      <Fields form={form} />
    </FormDialog>
  );
}
