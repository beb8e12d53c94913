import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useMemo, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import type { User } from '@recoup/contract/users/user';
import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { folded } from '@recoup/contract/core/folded';
import { AccountActions } from '../account/admin-actions/account-actions.tsx';
import { FeeAnnexure } from '../call-fees/annexure/fee-annexure.tsx';
import { subjectKey } from '../platform/api/read.ts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { CheckboxField } from '../ui/form/choice-fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { AssignedTypes } from './assigned-types.tsx';
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
import { scheduleText } from '../call-fees/fee-text.ts';
import { differences } from './attorney-conflict.ts';
import { type ConflictChoices, EditConflict } from '../platform/edit-conflict/edit-conflict.tsx';
import { statusText } from './user-status.tsx';
import { allAttorneysQuery, userQuery } from './users.queries.ts';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import field from '../ui/form/field.module.css';
import { type Option, TextField } from '../ui/form/fields.tsx';
import styles from './records-for-field.module.css';

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
          <FirstSignIn person={attorney} until={until} invalidates={subjectKey('users')} />
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

type AttorneyEditConflictProps = {
  attorneyId: string;
  types: readonly DisbursementType[];
  yours: AttorneyValues;
  save: ConflictChoices<User> & { base: AttorneyValues };
};

function AttorneyEditConflict({ attorneyId, types, yours, save }: AttorneyEditConflictProps) {
  const { base } = save;
  const saved = useQuery({ ...userQuery(attorneyId), refetchOnMount: 'always' });
  const people = useQuery(allAttorneysQuery).data ?? [];
  const compare = (theirs: User) =>
    differences({ base, yours, theirs: formValuesFrom(theirs) }, formattersFor(types, people));
  return <EditConflict saved={saved} differences={compare} choose={save} />;
}

type People = readonly { _id: string; name: string }[];

function formattersFor(types: readonly DisbursementType[], people: People) {
  return {
    status: (status: string) => statusText(Number(status) as UserStatus), // of the radios
    type: (typeId: string) => types.find(({ _id }) => _id === typeId)?.title ?? 'Unknown type',
    fees: scheduleText,
    person: (id: string) => people.find(({ _id }) => _id === id)?.name ?? 'Unknown person',
  };
}

type RecordsForFieldProps = {
  attorney: User | undefined;
  value: readonly string[];
  onChange: (chosen: string[]) => void;
};

/** For which attorneys a secretary records; folded away, because few do. */
function RecordsForField({ attorney, value, onChange }: RecordsForFieldProps) {
  const attorneys = useQuery(allAttorneysQuery);
  const known = (attorneys.data ?? [])
    .filter(({ _id, status }) => status === userStatus.active || value.includes(_id))
    .filter(({ _id }) => _id !== attorney?._id)
    .map(({ _id, name, status }) => ({
      value: _id,
      label: status === userStatus.active ? name : `${name} (not active)`,
    }));
  // Until the list is there, those that were read.
  const read = attorney?.recordsFor.map(({ _id, name }) => ({ value: _id, label: name })) ?? [];
  return (
    <>
      <NotLoaded what="The attorneys" of={attorneys} />
      <ChoiceList
        label="Records for"
        description="This person may record entries for the chosen attorneys, at their prices."
        options={known.length > 0 ? known : read}
        value={value}
        onChange={onChange}
      />
    </>
  );
}

type ListProps = {
  label: string;
  description: string;
  options: readonly Option[];
  value: readonly string[];
  onChange: (value: string[]) => void;
};

/** From so many options on a list can be searched. */
const manyOptions = 8;

/** Several of many options, folded away; the summary says how many are chosen. */
function ChoiceList({ label, description, options, value, onChange }: ListProps) {
  const [search, setSearch] = useState('');
  const wanted = folded(search.trim());
  const shown = options.filter((option) => folded(option.label).includes(wanted));
  const names = options.filter((option) => value.includes(option.value)).map((each) => each.label);
  return (
    <details className={styles.list}>
      <summary>
        {label}: {names.length === 0 ? 'nobody else' : names.join(', ')}
      </summary>
      <p className={field.about}>{description}</p>
      {options.length > manyOptions && (
        <TextField
          label={`Search: ${label}`}
          type="search"
          autoComplete="off"
          value={search}
          // Enter would save the form.
          onKeyDown={(event) => event.key === 'Enter' && event.preventDefault()}
          onChange={(event) => setSearch(event.currentTarget.value)}
        />
      )}
      <Options {...{ label, options: shown, value, onChange }} />
      {shown.length === 0 && (
        <p className={field.about}>
          {options.length === 0 ? 'There is no one else yet.' : `Nothing matches “${search}”.`}
        </p>
      )}
    </details>
  );
}

function Options({ label, options, value, onChange }: Omit<ListProps, 'description'>) {
  const toggle = (id: string) =>
    onChange(value.includes(id) ? value.filter((each) => each !== id) : [...value, id]);
  return (
    <fieldset className={styles.options} hidden={options.length === 0}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={field.choice}>
          <input
            type="checkbox"
            checked={value.includes(option.value)}
            onChange={() => toggle(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  );
}
