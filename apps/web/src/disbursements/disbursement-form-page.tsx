import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import {
  type DisbursementType,
  disbursementFields,
  isCallTitle,
} from '@recoup/contract/disbursements/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { addOnce } from '../platform/api/add-once.ts';
import { EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { differencesOf, type Line } from '../platform/edit-conflict/three-way.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { ButtonLink } from '../ui/controls/button.tsx';
import { CheckboxField, TextField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { PageFrame, Panel } from '../ui/layout/page-frame.tsx';
import { EmptyState } from '../ui/feedback/states.tsx';
import { useSave } from '../ui/form/use-save.ts';
import styles from './disbursement-form.module.css';
import {
  addDisbursement,
  changeDisbursement,
  disbursementQuery,
  disbursementsKey,
  findAddedDisbursement,
} from './disbursements.queries.ts';

const addTitle = 'Add disbursement';
const editTitle = 'Edit Disbursement';

/** One screen for both addresses (specification, section 2.10): with a `disbursementId` it edits. */
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
          title="Call stays as it is"
          action={<ButtonLink to={paths.disbursements}>Go Back</ButtonLink>}
        >
          Every firm has this type, and calls are priced by each attorney’s call fees.
        </EmptyState>
      </Panel>
    </PageFrame>
  );
}

const schema = z.object({ title: disbursementFields.title });

const newType = { title: '', fixed: true, calculated: false, active: true };
type Values = typeof newType;

function valuesOf({ title, fixed, calculated, active }: Values = newType): Values {
  return { title, fixed, calculated, active };
}

function DisbursementForm({ type }: { type: DisbursementType | undefined }) {
  const form = useForm<Values>({
    initialValues: valuesOf(type),
    validate: schemaResolver(schema, { sync: true }),
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
    </FormShell>
  );
}

/** Adds a type, or changes the version that the form was filled with. */
function useSaveType(form: UseFormReturnType<Values>, type: DisbursementType | undefined) {
  const [read, setRead] = useState(type);
  const firm = useQuery(currentUserQuery).data?.firm?._id ?? '';
  const lost = useRef<Values>(undefined);
  const change = ({ _id, firm: of, version }: DisbursementType, values: Values) =>
    changeDisbursement(_id, { ...values, firm: of, version });
  const adding = {
    find: async (values: Values) => findAddedDisbursement(firm, values),
    change,
    add: async ({ active: _, ...values }: Values) => addDisbursement({ ...values, firm }),
  };
  const saving = useSave({
    form,
    save: async (values) => (read ? change(read, values) : addOnce(lost, values, adding)),
    success: type ? texts.disbursementUpdated : texts.disbursementSaved,
    goTo: paths.disbursements,
    invalidates: [disbursementsKey, ['users']],
  });
  const conflict = useEditConflict({ form, saving, read, onRead: setRead, valuesOf });
  return { ...conflict, save: (values: Values) => saving.mutate(values) };
}

type ChangedProps = {
  id: string;
  yours: Values;
  choose: Pick<ReturnType<typeof useSaveType>, 'base' | 'reload' | 'overwrite'>;
};

function TypeEditConflict({ id, yours, choose }: ChangedProps) {
  const saved = useQuery({ ...disbursementQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: Values) => differencesOf({ base: choose.base, yours, theirs }, linesOf);
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

function linesOf({ title, fixed, calculated, active }: Values): Line[] {
  const word = (isSo: boolean) => (isSo ? 'Yes' : 'No');
  return [
    ['Name', title],
    ['Fixed', word(fixed)],
    ['Calculated', word(calculated)],
    ['In use', word(active)],
  ];
}

/** `hasUse`: whether there is something to take out of use. */
function Kinds({ form, hasUse }: { form: UseFormReturnType<Values>; hasUse: boolean }) {
  const box = (name: 'fixed' | 'calculated' | 'active') =>
    form.getInputProps(name, { type: 'checkbox' });
  return (
    <div className={styles.kinds}>
      <CheckboxField
        label="Fixed"
        description="One price for each: the attorney gives how many, and the amount."
        {...box('fixed')}
      />
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
