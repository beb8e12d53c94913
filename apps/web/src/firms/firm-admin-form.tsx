import { schemaResolver, type UseFormReturnType, useForm } from '@mantine/form';
import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { firmAdminForm } from '@recoup/contract/users/endpoints';
import type { ReactNode } from 'react';
import { paths } from '../platform/browser/paths.ts';
import { RadioGroup, SelectField, TextField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { FirstSignIn } from '../users/first-sign-in.tsx';
import { AdminEditConflict } from './admin-edit-conflict.tsx';
import { firmsKey } from './firms.queries.ts';
import { useSaveAdmin, type Values, valuesOf } from './use-save-admin.ts';

type Props = {
  title: string;
  /** Undefined while none is chosen: then nothing can be saved. */
  firm: Firm | undefined;
  /** Null for somebody new. */
  admin: AdminOfFirm | null;
  children?: ReactNode;
};

/** The fields of a firm admin; saves a new one in two steps, and one that the firm has in one. */
export function AdminForm({ title, firm, admin, children }: Props) {
  const form = useForm<Values>({
    initialValues: valuesOf(firm, admin),
    validate: schemaResolver(firmAdminForm(firm?.domains ?? [], admin?.email), { sync: true }),
    validateInputOnBlur: true,
  });
  const { save, ...saving } = useSaveAdmin({ form, firm, admin });
  const isNewAndActive = admin === null && form.values.status === userStatus.active;
  return (
    <FormShell title={title} form={form} saving={saving.saving} onSave={save} backTo={paths.firms}>
      {admin !== null && saving.hasConflict && (
        <AdminEditConflict id={admin._id} yours={form.values} choose={saving} />
      )}
      {children}
      {typeof admin?.firstSignInUntil === 'string' && (
        <FirstSignIn person={admin} until={admin.firstSignInUntil} isAdmin invalidates={firmsKey} />
      )}
      <FirmSelect firm={firm} form={form} />
      <Reach domains={firm?.domains} form={form} />
      {firm !== undefined && (
        <>
          <StatusRadios
            status={form.values.status}
            onChange={(value) => form.setFieldValue('status', value)}
          />
          {isNewAndActive && (
            <p>
              An invitation is sent to the address above. With it the person chooses a password and
              signs in.
            </p>
          )}
        </>
      )}
    </FormShell>
  );
}

/** Preset from the address, as specified. */
function FirmSelect({ firm, form }: { firm: Firm | undefined; form: UseFormReturnType<Values> }) {
  const options = [{ value: firm?._id ?? '', label: firm?.name ?? '' }];
  return (
    <SelectField
      label="Firm"
      isRequired
      disabled
      options={options}
      {...form.getInputProps('firm')}
    />
  );
}

function Reach({
  domains,
  form,
}: {
  domains: readonly string[] | undefined;
  form: UseFormReturnType<Values>;
}) {
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
        description={
          smsWarning(form.values.cell) ?? 'Ten digits. One-time passwords are sent to it.'
        }
        {...form.getInputProps('cell')}
      />
    </>
  );
}

/** Blocked cannot be chosen, as specified; who is blocked is unblocked by an operator. */
function StatusRadios({
  status,
  onChange,
}: {
  status: UserStatus;
  onChange: (status: UserStatus) => void;
}) {
  const isBlocked = status === userStatus.blocked;
  const options = [
    { value: '2', label: 'Active', isDisabled: isBlocked },
    { value: '1', label: 'Inactive', isDisabled: isBlocked },
    { value: '0', label: 'Blocked', isDisabled: true },
  ];
  const choose = (value: string) =>
    onChange(value === '2' ? userStatus.active : userStatus.inactive);
  return (
    <div>
      <RadioGroup label="Status" options={options} value={String(status)} onChange={choose} />
      {isBlocked && <p>This account was blocked by an operator, who alone can unblock it.</p>}
    </div>
  );
}
