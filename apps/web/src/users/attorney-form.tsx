import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useMemo } from 'react';
import { AccountActions } from '../account/admin-deeds/account-deeds.tsx';
import { FeeAnnexure } from '../call-fees/annexure/fee-annexure.tsx';
import { queryKeys } from '../platform/api/query-keys.ts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { AssignedTypes } from './assigned-types.tsx';
import { AttorneyEditConflict } from './attorney-edit-conflict.tsx';
import {
  attorneySchema,
  type AttorneyValues,
  type Firm,
  formTitle,
  formValuesFrom,
} from './attorney-form-values.ts';
import { FirstSignIn } from './first-sign-in.tsx';
import { NewSignInDialog } from './new-sign-in-dialog.tsx';
import { useSaveAttorney } from './use-save-attorney.ts';
import { PersonFields } from './person-fields.tsx';
import { RecordsForField } from './records-for-field.tsx';

type Form = UseFormReturnType<AttorneyValues>;
type Props = { firm: Firm; types: readonly DisbursementType[]; attorney: User | undefined };

/** Add and Edit Attorney (specification, section 2.7). */
export function AttorneyForm({ firm, types, attorney }: Props) {
  const form = useAttorneyForm(firm, attorney);
  const save = useSaveAttorney({ form, firm: firm._id, attorney });
  const until = attorney?.firstSignInUntil;
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
            {...{ types, save }}
            attorneyId={attorney._id}
            yours={form.getValues()}
          />
        )}
        {attorney && until && (
          <FirstSignIn person={attorney} until={until} invalidates={queryKeys.users} />
        )}
        <Person form={form} domains={firm.domains} />
        <AssignedTypes
          types={types}
          attorney={attorney}
          values={form.values}
          error={form.errors.disbursementTypes ?? firstFeeError(form.errors)}
          onChange={(change) => form.setValues(change)}
        />
        <Ending form={form} attorney={attorney} />
      </FormShell>
      {save.signIn && <NewSignInDialog signIn={save.signIn} onClose={save.closeSignIn} />}
    </>
  );
}

const cellHint = '10 digits, for example 082 555 0111. One-time passwords go here.';

function useAttorneyForm(firm: Firm, attorney: User | undefined) {
  const validate = useMemo(
    () => schemaResolver(attorneySchema(firm.domains), { sync: true }),
    [firm.domains],
  );
  return useForm({
    initialValues: formValuesFrom(attorney),
    validate,
    validateInputOnBlur: true,
  });
}

function Person({ form, domains }: { form: Form; domains: readonly string[] }) {
  const { cell, status } = form.values;
  return (
    <PersonFields
      input={(name) => form.getInputProps(name)}
      email={`Used to sign in. Must be at ${domains.join(' or ')}.`}
      cell={smsWarning(cell) ?? cellHint}
      status={status}
      onStatus={(chosen) => form.setFieldValue('status', chosen)}
    />
  );
}

/** Below the types: fees as a PDF, sign-in and history, or the invitation of a new attorney. */
function Ending({ form, attorney }: Omit<Props, 'firm' | 'types'> & { form: Form }) {
  const recordsFor = (
    <RecordsForField
      attorney={attorney}
      value={form.values.recordsFor}
      onChange={(chosen) => form.setFieldValue('recordsFor', chosen.toSorted())}
    />
  );
  if (!attorney)
    return (
      <>
        {recordsFor}
        <Invitation form={form} />
      </>
    );
  return (
    <>
      {recordsFor}
      <FeeAnnexure attorneyId={attorney._id} note="Shows the fees of today as they are saved." />
      <AccountActions person={attorney}>
        <HistoryLink subject={attorney._id} />
      </AccountActions>
    </>
  );
}

function Invitation({ form }: { form: Form }) {
  return (
    <CheckboxField
      label="Send an invitation with the sign-in link"
      {...form.getInputProps('invitation', { type: 'checkbox' })}
    />
  );
}

function firstFeeError(errors: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(errors).find(([name]) => name.startsWith('callFees'))?.[1];
  return typeof found === 'string' ? found : undefined;
}
