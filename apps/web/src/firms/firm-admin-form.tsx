import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { userStatus } from '@recoup/contract/core/access';
import type { AdminOfFirm, Firm } from '@recoup/contract/firms/endpoints';
import { firmAdminForm } from '@recoup/contract/users/person-fields';
import type { ReactNode } from 'react';
import { AccountActions } from '../account/admin-deeds/account-deeds.tsx';
import { queryKeys } from '../platform/api/query-keys.ts';
import { paths } from '../platform/browser/paths.ts';
import { FormShell } from '../ui/form/form-shell.tsx';
import { FirstSignIn } from '../users/first-sign-in.tsx';
import { AdminEditConflict } from './admin-edit-conflict.tsx';
import { useSaveAdmin, type Values, formValuesFrom } from './use-save-admin.ts';
import { FirmSelect, Reach, StatusRadios } from './admin-fields.tsx';

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
      <FirstSignIn person={admin} until={until} isAdmin invalidates={queryKeys.firms} />
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
