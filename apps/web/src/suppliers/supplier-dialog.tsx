import {
  type Supplier,
  supplierEndpoints,
  supplierFields,
} from '@recoup/contract/suppliers/endpoints';
import { send } from '../platform/api/api-client.ts';
import { useActionBy } from '../platform/api/use-action.ts';
import { defineForm, flagField, formValuesFrom, textField } from '../ui/form/define-form.ts';
import { Fields, useDefinedForm } from '../ui/form/defined-fields.tsx';
import { FormDialog } from '../ui/form/form-dialog.tsx';

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
