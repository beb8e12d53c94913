import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { type DisbursementType, disbursementFields, isCallTitle } from '@recoup/contract/disbursements';
import { texts } from '@recoup/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { currentUserQuery } from '../platform/current-user.ts';
import { paths } from '../platform/paths.ts';
import { RecordPending } from '../platform/record-pending.tsx';
import { useReadOnce } from '../platform/use-read-once.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CheckboxField, TextField } from '../ui/fields.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { PageFrame, Panel } from '../ui/page-frame.tsx';
import { EmptyState } from '../ui/states.tsx';
import { useSave } from '../ui/use-save.ts';
import styles from './disbursement-form.module.css';
import { addDisbursement, changeDisbursement, disbursementQuery, disbursementsKey } from './disbursements.queries.ts';

const addTitle = 'Add disbursement';
const editTitle = 'Edit Disbursement';

/** One screen for both addresses (specification, section 2.10): with a `disbursementId` it edits. */
export function DisbursementFormPage() {
  const [params] = useSearchParams();
  const id = params.get('disbursementId');
  return id === null ? <DisbursementForm type={undefined} /> : <EditDisbursement id={id} />;
}

function EditDisbursement({ id }: { readonly id: string }) {
  const type = useReadOnce(disbursementQuery(id));
  if (type.data !== undefined && isCallTitle(type.data.title)) return <CallStays />;
  if (type.data !== undefined) return <DisbursementForm key={type.data._id} type={type.data} />;
  const rest = { what: 'disbursement type', list: paths.disbursements };
  return <RecordPending {...rest} title={editTitle} error={type.error} onRetry={() => void type.refetch()} />;
}

function CallStays() {
  return (
    <PageFrame title={editTitle} width="form">
      <Panel>
        <EmptyState title="Call stays as it is" action={<ButtonLink to={paths.disbursements}>Go Back</ButtonLink>}>
          Every firm has this type, and calls are priced by each attorney’s call fees.
        </EmptyState>
      </Panel>
    </PageFrame>
  );
}

const schema = z.object({ title: disbursementFields.title });

const newType = { title: '', fixed: true, calculated: false, active: true };
type Values = typeof newType;

function DisbursementForm({ type }: { readonly type: DisbursementType | undefined }) {
  const { title, fixed, calculated, active } = type ?? newType;
  const form = useForm<Values>({
    initialValues: { title, fixed, calculated, active },
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  });
  const firm = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const saving = useSave({
    form,
    save: ({ active: isInUse, ...values }) =>
      type === undefined
        ? addDisbursement({ ...values, firm })
        : changeDisbursement(type._id, { ...values, active: isInUse, firm: type.firm, version: type.version }),
    success: type === undefined ? texts.disbursementSaved : texts.disbursementUpdated,
    goTo: paths.disbursements,
    outdates: [disbursementsKey, ['users']],
  });
  return (
    <FormShell
      title={type === undefined ? addTitle : editTitle}
      form={form}
      saving={saving}
      onSave={(values) => saving.mutate(values)}
      backTo={paths.disbursements}
    >
      <TextField label="Name" isRequired autoComplete="off" {...form.getInputProps('title')} />
      <Kinds form={form} hasUse={type !== undefined} />
    </FormShell>
  );
}

/** `hasUse`: whether there is something to take out of use. */
function Kinds({ form, hasUse }: { readonly form: UseFormReturnType<Values>; readonly hasUse: boolean }) {
  const box = (name: 'fixed' | 'calculated' | 'active') => form.getInputProps(name, { type: 'checkbox' });
  return (
    <div className={styles['kinds']}>
      <CheckboxField label="Fixed" description="One price for each: the attorney gives how many, and the amount." {...box('fixed')} />
      <CheckboxField
        label="Calculated"
        description="Minutes make the price, by the call fees that each attorney has for this type."
        {...box('calculated')}
      />
      {hasUse && (
        <CheckboxField
          label="In use"
          description="Attorneys can choose it. What was recorded stays when it goes out of use."
          {...box('active')}
        />
      )}
    </div>
  );
}
