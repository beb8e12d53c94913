import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { type ReactNode, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { userStatus, type UserStatus } from '@recoup/contract/core/access';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { firmAdminForm } from '@recoup/contract/users/person-fields';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import { nameFromEmail } from '@recoup/contract/users/name-from-email';
import { texts } from '@recoup/contract/core/texts';
import { AccountActions } from '../account/admin-actions/account-actions.tsx';
import { subjectKey } from '../platform/api/read.ts';
import { paths } from '../platform/browser/paths.ts';
import { FormShell } from '../ui/form/form-shell.tsx';
import { FirstSignIn } from '../users/first-sign-in.tsx';
import { type ConflictChoices, EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences, type Line } from '../platform/edit-conflict/three-way.ts';
import { statusText } from '../users/user-status.tsx';
import { userQuery } from '../users/users.queries.ts';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { useSave } from '../platform/api/use-save.ts';
import { appointAdmin, changeAdmin } from './firms.queries.ts';

type Props = {
  title: string;
  /** Undefined while none is chosen: then nothing can be saved. */
  firm: Firm | undefined;
  /** Null for a new admin. */
  admin: AdminOfFirm | null;
  children?: ReactNode;
};

/** The fields of a firm admin; saves a new one in two steps, and one that the firm has in one. */
export function AdminForm({ title, firm, admin, children }: Props) {
  const form = useForm<Values>({
    initialValues: formValuesFrom(firm, admin),
    validate: schemaResolver(firmAdminForm(firm?.domains ?? [], admin?.email), { sync: true }),
    validateInputOnBlur: true,
  });
  const { save, ...saving } = useSaveAdmin({ form, firm, admin });
  return (
    <FormShell title={title} form={form} saving={saving.saving} onSave={save} backTo={paths.firms}>
      {admin !== null && saving.hasConflict && (
        <AdminEditConflict id={admin._id} yours={form.values} choose={saving} />
      )}
      {children}
      {admin !== null && <Invited admin={admin} />}
      <FirmSelect firm={firm} form={form} />
      <Reach domains={firm?.domains} form={form} />
      {firm !== undefined && <Status form={form} isNew={admin === null} />}
      {admin !== null && <AccountActions person={admin} />}
    </FormShell>
  );
}

/** The invitation of an admin who has not signed in yet. */
function Invited({ admin }: { admin: AdminOfFirm }) {
  const until = admin.firstSignInUntil;
  return (
    typeof until === 'string' && (
      <FirstSignIn person={admin} until={until} isAdmin invalidates={subjectKey('firms')} />
    )
  );
}

type StatusProps = { form: UseFormReturnType<Values>; isNew: boolean };

function Status({ form, isNew }: StatusProps) {
  const { status } = form.values;
  return (
    <>
      <StatusRadios status={status} onChange={(value) => form.setFieldValue('status', value)} />
      {isNew && status === userStatus.active && (
        <p>
          An invitation is sent to the address above. They use it to set a password and sign in.
        </p>
      )}
    </>
  );
}

type AdminEditConflictProps = {
  id: string;
  yours: Person;
  choose: ConflictChoices<SavedAdmin> & { base: Person };
};

function AdminEditConflict({ id, yours, choose }: AdminEditConflictProps) {
  const saved = useQuery({ ...userQuery(id), refetchOnMount: 'always' });
  return (
    <EditConflict
      saved={saved}
      differences={(theirs) =>
        listDifferences<Person>({ base: choose.base, yours, theirs }, conflictLines)
      }
      choose={choose}
    />
  );
}

function conflictLines({ name, email, cell, status }: Person): Line[] {
  return [
    ['Name', name],
    ['Email', email],
    ['Cell', cell],
    ['Status', statusText(status)],
  ];
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
        label="Name"
        autoComplete="off"
        description="Left empty, it is made from the email."
        {...form.getInputProps('name')}
      />
      <TextField
        label="Email"
        isRequired
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...(domains !== undefined && { description: `Must be at ${domains.join(' or ')}.` })}
        {...form.getInputProps('email')}
      />
      <TextField
        label="Cell"
        isRequired
        type="tel"
        autoComplete="off"
        description={smsWarning(form.values.cell) ?? '10 digits. One-time passwords go here.'}
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
      {isBlocked && <p>Blocked. Only an operator can unblock it.</p>}
    </div>
  );
}

type Person = { name: string; email: string; cell: string; status: UserStatus };

/** As the server sends it; an attorney, who sees none of these forms, is sent no cell. */
type ReadPerson = Omit<Person, 'cell'> & { cell?: string | undefined };
type Values = Person & { firm: string };

/** The current admin as the form loaded it; a save sends its version. */
type SavedAdmin = Pick<AdminOfFirm, '_id' | 'version'> & Person;

const somebodyNew: Person = { name: '', email: '', cell: '', status: userStatus.active };

/** Initial form values; `firm` is undefined while none is chosen. */
function formValuesFrom(firm: Firm | undefined, admin: ReadPerson | null): Values {
  return { firm: firm?._id ?? '', ...toPerson(admin ?? somebodyNew) };
}

function toPerson({ name, email, cell = '', status }: ReadPerson): Person {
  return { name, email, cell, status };
}

/** Adds a person, or changes the version of the admin that the form was filled with. */
function useSaveAdmin({
  form,
  firm,
  admin,
}: {
  form: UseFormReturnType<Values>;
  firm: Firm | undefined;
  admin: AdminOfFirm | null;
}) {
  const [read, setRead] = useState<SavedAdmin | undefined>(
    admin === null ? undefined : { ...admin, ...toPerson(admin) },
  );
  const saving = useSave({
    form,
    save: (values) => saveAdmin(firm, read, toPerson(values)),
    done: admin === null ? texts.attorneyAdminAdded : texts.attorneyAdminUpdated,
    goTo: paths.firms,
    changes: ['firms'],
  });
  const save = (values: Values) => saving.mutate(values);
  const conflict = useEditConflict({
    form,
    saving,
    read,
    onRead: setRead,
    valuesOf: (saved) => formValuesFrom(firm, saved ?? null),
  });
  return { ...conflict, save };
}

function saveAdmin(
  firm: Firm | undefined,
  admin: SavedAdmin | undefined,
  { name, ...typed }: Person,
): Promise<unknown> {
  // The form does not let this through.
  if (!firm) return Promise.reject(new Error(texts.chooseFirm));
  // The server makes the name of a new admin from the email.
  if (admin === undefined)
    return appointAdmin(firm, { ...typed, ...(name.trim() !== '' && { name }) });
  const named = name.trim() === '' ? nameFromEmail(typed.email) : name;
  return changeAdmin(firm._id, admin, { ...typed, ...(named !== admin.name && { name: named }) });
}
