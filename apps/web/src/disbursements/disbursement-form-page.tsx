import { schemaResolver, useForm } from '@mantine/form';
import { type DisbursementType, disbursementFields, isCallTitle } from '@recoup/contract/disbursements';
import { texts } from '@recoup/contract/texts';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { paths } from '../platform/paths.ts';
import { ButtonLink } from '../ui/button.tsx';
import { CheckboxField, TextField } from '../ui/fields.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { PageFrame, Panel } from '../ui/page-frame.tsx';
import { EmptyState, ErrorState } from '../ui/states.tsx';
import { useSave } from '../ui/use-save.ts';
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
  const type = useQuery(disbursementQuery(id));
  if (type.data !== undefined && isCallTitle(type.data.title)) return <CallStays />;
  if (type.data !== undefined) return <DisbursementForm key={type.data._id} type={type.data} />;
  return (
    <PageFrame title={editTitle} width="form">
      <Panel>
        {type.error === null ? (
          <p aria-busy="true">Loading…</p>
        ) : (
          <ErrorState title="The disbursement type could not be loaded." message={type.error.message} onRetry={() => void type.refetch()} />
        )}
      </Panel>
    </PageFrame>
  );
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

function DisbursementForm({ type }: { readonly type: DisbursementType | undefined }) {
  const form = useForm({
    initialValues: {
      title: type?.title ?? '',
      fixed: type?.fixed ?? true,
      calculated: type?.calculated ?? false,
      active: type?.active ?? true,
    },
    validate: schemaResolver(schema, { sync: true }),
    validateInputOnBlur: true,
  });
  const saving = useSave({
    form,
    save: ({ active, ...values }) =>
      type === undefined ? addDisbursement(values) : changeDisbursement(type._id, { ...values, active, version: type.version }),
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
      leaveQuestion={texts.unsavedChanges}
    >
      <TextField label="Name" isRequired autoComplete="off" maxLength={200} {...form.getInputProps('title')} />
      <div>
        <CheckboxField label="Fixed" {...form.getInputProps('fixed', { type: 'checkbox' })} />
        <CheckboxField label="Calculated" {...form.getInputProps('calculated', { type: 'checkbox' })} />
        {type !== undefined && (
          <CheckboxField label="In use (attorneys can choose it)" {...form.getInputProps('active', { type: 'checkbox' })} />
        )}
      </div>
    </FormShell>
  );
}
