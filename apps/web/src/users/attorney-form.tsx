import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { userStatus } from '@recoup/contract/core/access';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useMemo } from 'react';
import { paths } from '../platform/browser/paths.ts';
import { CheckboxField, RadioGroup, TextField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { AssignedTypes } from './assigned-types.tsx';
import { AttorneyEditConflict } from './attorney-edit-conflict.tsx';
import {
  attorneySchema,
  type AttorneyValues,
  type Firm,
  formTitle,
  valuesOf,
} from './attorney-form-values.ts';
import { FirstSignIn } from './first-sign-in.tsx';
import { NewSignInDialog } from './new-sign-in-dialog.tsx';
import { useSaveAttorney } from './use-save-attorney.ts';
import { usersKey } from './users.queries.ts';

type Props = { firm: Firm; types: readonly DisbursementType[]; attorney: User | undefined };

/** Add and Edit Attorney (specification, section 2.7). */
export function AttorneyForm({ firm, types, attorney }: Props) {
  const validate = useMemo(
    () => schemaResolver(attorneySchema(firm.domains), { sync: true }),
    [firm.domains],
  );
  const form = useForm({
    initialValues: valuesOf(attorney),
    validate,
    validateInputOnBlur: true,
  });
  const save = useSaveAttorney({ form, firm: firm._id, attorney });
  return (
    <>
      <FormShell
        title={formTitle(attorney?._id)}
        form={form}
        saving={save.saving}
        onSave={save.save}
        backTo={paths.attorneys}
        backLabel="Cancel"
      >
        {attorney !== undefined && save.hasConflict && (
          <AttorneyEditConflict
            attorneyId={attorney._id}
            types={types}
            yours={form.getValues()}
            save={save}
          />
        )}
        {attorney !== undefined && attorney.firstSignInUntil !== null && (
          <FirstSignIn person={attorney} until={attorney.firstSignInUntil} invalidates={usersKey} />
        )}
        <PersonalFields form={form} domains={firm.domains} />
        <AssignedTypes
          firm={firm._id}
          types={types}
          attorneyId={attorney?._id}
          values={form.values}
          error={form.errors.disbursementTypes ?? firstFeeError(form.errors)}
          onChange={(change) => form.setValues(change)}
        />
        {!attorney && <Invitation form={form} />}
      </FormShell>
      {save.signIn !== undefined && (
        <NewSignInDialog signIn={save.signIn} onClose={save.closeSignIn} />
      )}
    </>
  );
}

function Invitation({ form }: { form: UseFormReturnType<AttorneyValues> }) {
  return (
    <CheckboxField
      label="Mail an invitation that says where to sign in"
      {...form.getInputProps('invitation', { type: 'checkbox' })}
    />
  );
}

function PersonalFields({
  form,
  domains,
}: {
  form: UseFormReturnType<AttorneyValues>;
  domains: readonly string[];
}) {
  return (
    <>
      <TextField label="Name" isRequired autoComplete="off" {...form.getInputProps('name')} />
      <TextField
        label="Email"
        type="email"
        isRequired
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        description={`The sign-in name, at ${domains.join(' or ')}.`}
        {...form.getInputProps('email')}
      />
      <TextField
        label="Cell"
        type="tel"
        inputMode="tel"
        isRequired
        autoComplete="off"
        description={
          smsWarning(form.values.cell) ??
          'Ten digits, for example 082 555 0111. One-time passwords are sent to it.'
        }
        {...form.getInputProps('cell')}
      />
      <RadioGroup
        label="Status"
        options={statusOptions(form.values.status)}
        value={form.values.status}
        onChange={(status) => form.setFieldValue('status', status)}
      />
    </>
  );
}

/** Blocked is shown, and can be neither chosen nor left here: an operator sets and lifts it (specification, section 4; product.md). */
function statusOptions(status: string) {
  const isBlocked = status === String(userStatus.blocked);
  return [
    { value: String(userStatus.active), label: 'Active', isDisabled: isBlocked },
    { value: String(userStatus.inactive), label: 'Inactive', isDisabled: isBlocked },
    { value: String(userStatus.blocked), label: 'Blocked', isDisabled: true },
  ];
}

function firstFeeError(errors: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(errors).find(([name]) => name.startsWith('callFees'))?.[1];
  return typeof found === 'string' ? found : undefined;
}
