import { role } from '@recoup/contract/core/access';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { auditorFields } from '@recoup/contract/users/person-fields';
import type { User } from '@recoup/contract/users/user';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useSearchParams } from 'react-router';
import { z } from 'zod';
import { AccountActions } from '../../account/admin-actions/account-actions.tsx';
import { send } from '../../platform/api/api-client.ts';
import { subjectKey } from '../../platform/api/read.ts';
import { RecordLoaded, RecordPending } from '../../platform/api/record-pending.tsx';
import { useFinish } from '../../platform/api/use-finish.ts';
import { HistoryLink } from '../../platform/browser/history-link.tsx';
import { useToday } from '../../platform/browser/local-day.ts';
import { paths } from '../../platform/browser/paths.ts';
import { RecordForm, useRecordForm } from '../../platform/record-form/record-form.tsx';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { defineForm, emailField, textField, type Values } from '../../ui/form/define-form.ts';
import { Fields, FormField } from '../../ui/form/defined-fields.tsx';
import {
  FirstSignIn,
  type NewSignIn,
  NewSignInDialog,
  registerPerson,
  statusToAdd,
  useInitialPasswords,
} from '../first-sign-in.tsx';
import { personFields, StatusRadios } from '../person-fields.tsx';
import { userQuery } from '../users.queries.ts';

const { endsOn } = auditorFields;

/** The contract's own rules; the server knows today. */
const auditorForm = defineForm({
  name: personFields.name({ schema: auditorFields.name, isRequired: true }),
  email: emailField('Email', {
    schema: auditorFields.email,
    isRequired: true,
    description: 'Used to sign in. Any address, but none of another firm.',
  }),
  cell: personFields.cell({ schema: auditorFields.cell }),
  status: personFields.status,
  endsOn: textField('Last day', {
    schema: z.string().refine((day) => endsOn.safeParse(day).success, 'Enter the last day.'),
    type: 'date',
    isRequired: true,
    description: 'The auditor signs in up to this day, at most two years ahead.',
  }),
  invitation: personFields.invitation,
});
type AuditorValues = Values<(typeof auditorForm)['fields']>;

/** Adds, or edits with an `auditorId`. */
export function AuditorFormPage() {
  const id = useSearchParams()[0].get('auditorId') ?? undefined;
  const user = useQuery(currentUserQuery);
  const firm = user.data?.firm?._id;
  const rest = { what: 'auditor', list: paths.auditors, title: formTitle(id) };
  if (firm === undefined) return <RecordPending {...rest} query={user} />;
  if (id === undefined) return <AuditorForm firm={firm} auditor={undefined} />;
  return (
    <RecordLoaded {...rest} query={userQuery(id)}>
      {(auditor) => <AuditorForm firm={firm} auditor={auditor} />}
    </RecordLoaded>
  );
}

function formTitle(id: string | undefined): string {
  return id === undefined ? 'Add auditor' : 'Edit auditor';
}

type Props = { firm: string; auditor: User | undefined };

function AuditorForm({ firm, auditor }: Props) {
  const { record, signIn, closeSignIn } = useAuditorForm({ firm, auditor });
  const { form } = record;
  const { cell } = form.values;
  const until = auditor?.firstSignInUntil;
  return (
    <>
      <RecordForm
        title={formTitle(auditor?._id)}
        record={record}
        backTo={paths.auditors}
        backLabel="Cancel"
      >
        {auditor && until && (
          <FirstSignIn person={auditor} until={until} invalidates={subjectKey('users')} />
        )}
        <Fields
          form={form}
          except={['endsOn', 'invitation']}
          looks={{
            cell: { description: (cell === '' ? undefined : smsWarning(cell)) ?? cellHint },
          }}
        />
        <StatusRadios form={form} />
        <FormField form={form} name="endsOn" min={useToday()} />
        {!auditor && <Fields form={form} names={['invitation']} />}
        {auditor && (
          <AccountActions person={auditor}>
            <HistoryLink subject={auditor._id} />
          </AccountActions>
        )}
      </RecordForm>
      {signIn && <NewSignInDialog signIn={signIn} success={added} onClose={closeSignIn} />}
    </>
  );
}

const cellHint = 'May be empty. With one, one-time passwords go here.';
const added = 'Auditor added.';

/** Adds with a random initial password, or updates the loaded version. */
function useAuditorForm({ firm, auditor }: Props) {
  const [signIn, setSignIn] = useState<NewSignIn>();
  const passwordFor = useInitialPasswords();
  const finish = useFinish(['users']);
  const add = ({ status, ...values }: AuditorValues) => {
    const password = passwordFor(values.email);
    const rest = { role: role.auditor, firm, status: statusToAdd(status), password };
    return registerPerson({ ...values, ...rest });
  };
  const record = useRecordForm(auditorForm, {
    saved: auditor,
    query: ({ _id }) => userQuery(_id),
    save: (values, read) => (read ? change(read, values) : add(values)),
    onSaved: (reply) => (reply ? setSignIn(reply) : finish('Auditor updated.', paths.auditors)),
  });
  return { record, signIn, closeSignIn: () => void finish(added, paths.auditors) };
}

async function change({ _id: id, version }: User, values: AuditorValues): Promise<undefined> {
  const { invitation: _, ...fields } = values;
  const body = { _id: id, ...fields, version };
  await send(userEndpoints.updateUser, { params: { id }, body });
}
