import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type UserStatus, userStatus } from '@recoup/contract/access';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms';
import { texts } from '@recoup/contract/texts';
import { firmAdminForm } from '@recoup/contract/users';
import type { ReactNode } from 'react';
import { paths } from '../platform/paths.ts';
import { RadioGroup, SelectField, TextField } from '../ui/fields.tsx';
import { FormShell } from '../ui/form-shell.tsx';
import { useSave } from '../ui/use-save.ts';
import { appointAdmin, changeAdmin, firmsKey } from './firms.queries.ts';

type Props = {
  readonly title: string;
  /** Undefined while none is chosen: then nothing can be saved. */
  readonly firm: Firm | undefined;
  /** Null for somebody new. */
  readonly admin: AdminOfFirm | null;
  readonly children?: ReactNode;
};
type Person = { email: string; cell: string; status: UserStatus };
type Values = Person & { firm: string };

const somebodyNew: Person = { email: '', cell: '', status: userStatus.active };

/** The fields of a firm admin; saves a new one in two steps, and one that the firm has in one. */
export function AdminForm({ title, firm, admin, children }: Props) {
  const { email, cell, status } = admin ?? somebodyNew;
  const form = useForm<Values>({
    initialValues: { firm: idOf(firm), email, cell, status },
    validate: schemaResolver(firmAdminForm(firm?.domains ?? [], admin?.email), { sync: true }),
    validateInputOnBlur: true,
  });
  const saving = useSave({
    form,
    save: (values) => saveAdmin(firm, admin, { email: values.email, cell: values.cell, status: values.status }),
    success: admin === null ? texts.attorneyAdminAdded : texts.attorneyAdminUpdated,
    goTo: paths.firms,
    outdates: [firmsKey],
  });
  const isNewAndActive = admin === null && form.values.status === userStatus.active;
  return (
    <FormShell title={title} form={form} saving={saving} onSave={(values) => saving.mutate(values)} backTo={paths.firms}>
      {children}
      <FirmSelect firm={firm} form={form} />
      <Reach domains={firm?.domains} form={form} />
      {firm !== undefined && (
        <>
          <StatusRadios status={form.values.status} onChange={(value) => form.setFieldValue('status', value)} />
          {isNewAndActive && <p>An invitation is sent to the address above. With it the person chooses a password and signs in.</p>}
        </>
      )}
    </FormShell>
  );
}

function idOf(firm: Firm | undefined): string {
  return firm?._id ?? '';
}

function saveAdmin(firm: Firm | undefined, admin: AdminOfFirm | null, person: Person): Promise<unknown> {
  // The form does not let this through.
  if (firm === undefined) return Promise.reject(new Error(texts.chooseFirm));
  return admin === null ? appointAdmin(firm, person) : changeAdmin(admin._id, person);
}

/** Preset from the address, as specified. */
function FirmSelect({ firm, form }: { readonly firm: Firm | undefined; readonly form: UseFormReturnType<Values> }) {
  const options = [{ value: idOf(firm), label: firm?.name ?? '' }];
  return <SelectField label="Firm" isRequired disabled options={options} {...form.getInputProps('firm')} />;
}

function Reach({ domains, form }: { readonly domains: readonly string[] | undefined; readonly form: UseFormReturnType<Values> }) {
  return (
    <>
      <TextField
        label="Email"
        isRequired
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...(domains !== undefined && { description: `At ${domains.join(' or ')}.` })}
        {...form.getInputProps('email')}
      />
      <TextField
        label="Cell"
        isRequired
        type="tel"
        autoComplete="off"
        description="Ten digits. One-time passwords are sent to it."
        {...form.getInputProps('cell')}
      />
    </>
  );
}

/** Blocked cannot be chosen, as specified; who is blocked is unblocked by an operator. */
function StatusRadios({ status, onChange }: { readonly status: UserStatus; readonly onChange: (status: UserStatus) => void }) {
  const isBlocked = status === userStatus.blocked;
  const options = [
    { value: '2', label: 'Active', isDisabled: isBlocked },
    { value: '1', label: 'Inactive', isDisabled: isBlocked },
    { value: '0', label: 'Blocked', isDisabled: true },
  ];
  const choose = (value: string) => onChange(value === '2' ? userStatus.active : userStatus.inactive);
  return (
    <div>
      <RadioGroup label="Status" options={options} value={String(status)} onChange={choose} />
      {isBlocked && <p>This account was blocked by an operator, who alone can unblock it.</p>}
    </div>
  );
}
