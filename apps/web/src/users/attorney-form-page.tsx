import { feesText } from '@recoup/contract/call-fees/fee-text';
import { role, userStatus } from '@recoup/contract/core/access';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import { folded } from '@recoup/contract/core/folded';
import { texts } from '@recoup/contract/core/texts';
import type { DisbursementType } from '@recoup/contract/disbursements/endpoints';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { Suspense, useState } from 'react';
import { useSearchParams } from 'react-router';
import { FeeAnnexure } from '../call-fees/annexure/fee-annexure.tsx';
import { allDisbursementsQuery } from '../disbursements/disbursements.queries.ts';
import { send } from '../platform/api/api-client.ts';
import { subjectKey } from '../platform/api/read.ts';
import { RecordPending } from '../platform/api/record-pending.tsx';
import { useFinish } from '../platform/api/use-finish.ts';
import { useReadOnce } from '../platform/api/use-read-once.ts';
import { HistoryLink } from '../platform/browser/history-link.tsx';
import { paths } from '../platform/browser/paths.ts';
import { fieldLines, RecordForm, useRecordForm } from '../platform/record-form/record-form.tsx';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';
import { together } from '../ui/feedback/loaded.tsx';
import { NotLoaded } from '../ui/feedback/not-loaded.tsx';
import { Fields } from '../ui/form/defined-fields.tsx';
import field from '../ui/form/field.module.css';
import { type Option, TextField } from '../ui/form/fields.tsx';
import { AssignedTypes } from './assigned-types.tsx';
import {
  type AttorneyForm as Form,
  type AttorneyValues,
  attorneyValues,
  defineAttorneyForm,
  type Firm,
  formTitle,
  mergeAttorney,
  toBody,
  typeLines,
  typesAndFees,
  typesWithChangedFees,
  typesWithoutFees,
} from './attorney-form-values.ts';
import {
  FirstSignIn,
  type NewSignIn,
  NewSignInDialog,
  registerPerson,
  statusToAdd,
  useInitialPasswords,
} from './first-sign-in.tsx';
import { StatusRadios } from './person-fields.tsx';
import styles from './records-for-field.module.css';
import { allAttorneysQuery, userQuery } from './users.queries.ts';

// At the end of the form, and seldom used.
const AccountActions = lazyPart(async () => ({
  default: (await import('../account/admin-actions/account-actions.tsx')).AccountActions,
}));

/** Adds, or edits with an `attorneyId` (specification, section 2.7). */
export function AttorneyFormPage() {
  const [params] = useSearchParams();
  const id = params.get('attorneyId') ?? undefined;
  const user = useQuery(currentUserQuery);
  // The form takes the firm's domains when it opens, so those of the copy would stay.
  const firm = user.isPlaceholderData ? undefined : user.data?.firm;
  if (firm === undefined || firm === null)
    return <RecordPending {...wantedRecord(id)} query={user} />;
  return id === undefined ? <AddAttorney firm={firm} /> : <EditAttorney firm={firm} id={id} />;
}

function AddAttorney({ firm }: { firm: Firm }) {
  const types = useQuery(allDisbursementsQuery(firm._id));
  if (types.data) return <AttorneyForm firm={firm} types={types.data} attorney={undefined} />;
  return <RecordPending {...wantedRecord(undefined)} query={types} />;
}

function EditAttorney({ firm, id }: { firm: Firm; id: string }) {
  const query = together(useQuery(allDisbursementsQuery(firm._id)), useReadOnce(userQuery(id)));
  if (!query.data) return <RecordPending {...wantedRecord(id)} query={query} />;
  const [types, attorney] = query.data;
  return <AttorneyForm firm={firm} types={types} attorney={attorney} />;
}

function wantedRecord(id: string | undefined) {
  return { what: 'attorney', list: paths.attorneys, title: formTitle(id) };
}

type Props = { firm: Firm; types: readonly DisbursementType[]; attorney: User | undefined };

/** Add and Edit Attorney (specification, section 2.7). */
function AttorneyForm(props: Props) {
  const { types, attorney } = props;
  const { record, signIn, closeSignIn } = useAttorneyForm(props);
  const { form } = record;
  const until = attorney?.firstSignInUntil;
  return (
    <>
      <RecordForm
        title={formTitle(attorney?._id)}
        record={record}
        backTo={paths.attorneys}
        backLabel="Cancel"
      >
        {attorney && until && (
          <FirstSignIn person={attorney} until={until} invalidates={subjectKey('users')} />
        )}
        <Fields
          form={form}
          except={['invitation']}
          looks={{ cell: { description: smsWarning(form.values.cell) ?? cellHint } }}
        />
        <StatusRadios form={form} />
        <AssignedTypes
          types={types}
          attorney={attorney}
          values={form.values}
          error={form.errors.disbursementTypes ?? firstFeeError(form.errors)}
          onChange={(change) => form.setValues(change)}
        />
        <Ending form={form} attorney={attorney} />
      </RecordForm>
      {signIn && <NewSignInDialog signIn={signIn} onClose={closeSignIn} />}
    </>
  );
}

const cellHint = '10 digits, for example 082 555 0111. One-time passwords go here.';

/** Adds with a random initial password, or updates the loaded version. */
function useAttorneyForm({ firm, types, attorney }: Props) {
  const [definition] = useState(() => defineAttorneyForm(firm.domains));
  const people = useQuery(allAttorneysQuery).data ?? [];
  const [signIn, setSignIn] = useState<NewSignIn>();
  const passwordFor = useInitialPasswords();
  const finish = useFinish(['users', 'call-fees']);
  const record = useRecordForm(definition, {
    saved: attorney,
    query: ({ _id }) => userQuery(_id),
    valuesFrom: (user) => attorneyValues(definition, user),
    save: (values, read) =>
      read
        ? changeAttorney(firm._id, read, values)
        : registerPerson({
            ...toBody(values),
            role: role.attorney,
            firm: firm._id,
            status: statusToAdd(values.status),
            password: passwordFor(values.email),
            invitation: values.invitation,
          }),
    onSaved: (added) => (added ? setSignIn(added) : finish(texts.attorneyUpdated, paths.attorneys)),
    lines: (values, sides) => [
      ...fieldLines(definition, values),
      ['Records for', namesText(people, values.recordsFor)],
      ...typeLines(values, sides, {
        type: (typeId) => types.find(({ _id }) => _id === typeId)?.title ?? 'Unknown type',
        fees: feesText,
      }),
    ],
    merge: mergeAttorney,
  });
  const closeSignIn = () => void finish(texts.attorneyAdded, paths.attorneys);
  return { record, signIn, closeSignIn };
}

type People = readonly { _id: string; name: string }[];

function namesText(people: People, ids: readonly string[]): string {
  const personName = (id: string) => people.find(({ _id }) => _id === id)?.name ?? 'Unknown person';
  return ids.map(personName).join(', ') || 'nobody else';
}

/** The user object of the specification, section 7; the server keeps firm and role as they are. */
async function changeAttorney(
  firm: string,
  attorney: User,
  values: AttorneyValues,
): Promise<undefined> {
  const { _id: id, version } = attorney;
  const before = typesAndFees(attorney);
  const changed = typesWithChangedFees(before, values);
  const { callFees, ...fields } = toBody(values);
  const body = {
    _id: id,
    ...fields,
    firm,
    role: role.attorney,
    // Rows as they were read could take the place of a change that comes before that day.
    callFees: callFees.filter(({ disbursementType }) => changed.includes(disbursementType)),
    withoutCallFees: typesWithoutFees(before, values),
    ...(values.callFeesFrom !== '' && { callFeesFrom: values.callFeesFrom }),
    version,
  };
  await send(userEndpoints.updateUser, { params: { id }, body });
}

/** Below the types: fees as a PDF, sign-in and history, or the invitation of a new attorney. */
function Ending({ form, attorney }: Pick<Props, 'attorney'> & { form: Form }) {
  return (
    <>
      <RecordsForField
        attorney={attorney}
        value={form.values.recordsFor}
        onChange={(chosen) => form.setFieldValue('recordsFor', chosen.toSorted())}
      />
      {attorney ? (
        <>
          <FeeAnnexure
            attorneyId={attorney._id}
            note="Shows the fees of today as they are saved."
          />
          <Suspense>
            <AccountActions person={attorney}>
              <HistoryLink subject={attorney._id} />
            </AccountActions>
          </Suspense>
        </>
      ) : (
        <Fields form={form} names={['invitation']} />
      )}
    </>
  );
}

function firstFeeError(errors: Readonly<Record<string, unknown>>): string | undefined {
  const found = Object.entries(errors).find(([name]) => name.startsWith('callFees'))?.[1];
  return typeof found === 'string' ? found : undefined;
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
