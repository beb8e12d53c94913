import { schemaResolver, useForm } from '@mantine/form';
import { type DisbursementType, isCallTitle } from '@recoup/contract/disbursements/endpoints';
import { useSearchParams } from 'react-router';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { ButtonLink } from '../ui/controls/button-link.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { PageFrame } from '../ui/layout/page-frame.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { disbursementQuery } from './disbursements.queries.ts';
import { typeSchema, type Values, formValuesFrom } from './type-values.ts';
import { UnitPriceFields } from './unit-price-fields.tsx';
import { useSaveType } from './use-save-type.ts';
import { TypeEditConflict } from './type-edit-conflict.tsx';
import { Kinds } from './type-kinds.tsx';
import { TypeVatField } from './type-vat-field.tsx';

const addTitle = 'Add disbursement';
const editTitle = 'Edit Disbursement';

/** Adds, or edits with a `disbursementId` (specification, section 2.10). */
export function DisbursementFormPage() {
  const [params] = useSearchParams();
  const id = params.get('disbursementId');
  return id === null ? <DisbursementForm type={undefined} /> : <EditDisbursement id={id} />;
}

function EditDisbursement({ id }: { id: string }) {
  const type = useReadOnce(disbursementQuery(id));
  if (type.data && isCallTitle(type.data.title)) return <CallStays />;
  if (type.data) return <DisbursementForm key={type.data._id} type={type.data} />;
  const rest = { what: 'disbursement type', list: paths.disbursements };
  return (
    <RecordPending
      {...rest}
      title={editTitle}
      error={type.error}
      onRetry={() => void type.refetch()}
    />
  );
}

function CallStays() {
  return (
    <PageFrame title={editTitle} width="form">
      <Panel>
        <EmptyState
          title="Call cannot be edited"
          action={<ButtonLink to={paths.disbursements}>Go Back</ButtonLink>}
        >
          Every firm has this type, and calls are priced by each attorney’s call fees.
        </EmptyState>
      </Panel>
    </PageFrame>
  );
}

function DisbursementForm({ type }: { type: DisbursementType | undefined }) {
  const form = useForm<Values>({
    initialValues: formValuesFrom(type),
    validate: schemaResolver(typeSchema, { sync: true }),
    validateInputOnBlur: true,
  });
  const { save, saving, ...conflict } = useSaveType(form, type);
  return (
    <FormShell
      title={type ? editTitle : addTitle}
      form={form}
      saving={saving}
      onSave={save}
      backTo={paths.disbursements}
    >
      {type !== undefined && conflict.hasConflict && (
        <TypeEditConflict id={type._id} yours={form.values} choose={conflict} />
      )}
      <TextField label="Name" isRequired autoComplete="off" {...form.getInputProps('title')} />
      <Kinds form={form} hasUse={type !== undefined} />
      <UnitPriceFields form={form} typeId={type?._id} base={conflict.base} />
      <TypeVatField form={form} />
      {type && (
        <div>
          <HistoryLink subject={type._id} />
        </div>
      )}
    </FormShell>
  );
}
