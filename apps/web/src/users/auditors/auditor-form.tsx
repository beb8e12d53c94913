import { schemaResolver, useForm, type UseFormReturnType } from '@mantine/form';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import type { User } from '@recoup/contract/users/user';
import { role } from '@recoup/contract/core/access';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { HistoryLink } from '../../platform/browser/history-link.tsx';
import { AccountActions } from '../../account/admin-actions/account-actions.tsx';
import { subjectKey, invalidate } from '../../platform/api/read.ts';
import { paths } from '../../platform/browser/paths.ts';
import { useNavigateHere } from '../../platform/browser/navigate-here.ts';
import { useToday } from '../../platform/browser/local-day.ts';
import { EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences } from '../../platform/edit-conflict/three-way.ts';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { DayField } from '../../ui/form/day-field.tsx';
import { FormShell } from '../../ui/form/form-shell.tsx';
import { PersonFields } from '../person-fields.tsx';
import { FirstSignIn } from '../first-sign-in.tsx';
import { NewSignInDialog } from '../new-sign-in-dialog.tsx';
import { userQuery } from '../users.queries.ts';
import {
  type AuditorValues,
  auditorSchema,
  formTitle,
  conflictLines,
  formValuesFrom,
  toBody,
} from './auditor-values.ts';
import { send } from '../../platform/api/api-client.ts';
import { useEditConflict } from '../../platform/edit-conflict/use-edit-conflict.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { type NewSignIn, useInitialPasswords } from '../initial-passwords.ts';

/** Adds or edits an auditor. */
export function AuditorForm({ firm, auditor }: { firm: string; auditor: User | undefined }) {
  const [validate] = useState(() => schemaResolver(auditorSchema, { sync: true }));
  const form = useForm({
    initialValues: formValuesFrom(auditor),
    validate,
    validateInputOnBlur: true,
  });
  const save = useSaveAuditor({ form, firm, auditor });
  const until = auditor?.firstSignInUntil;
  return (
    <>
      <FormShell
        title={formTitle(auditor?._id)}
        form={form}
        saving={save.saving}
        onSave={save.save}
        backTo={paths.auditors}
        backLabel="Cancel"
      >
        {auditor !== undefined && save.hasConflict && (
          <Conflict id={auditor._id} yours={form.getValues()} choose={save} />
        )}
        {auditor && until && (
          <FirstSignIn person={auditor} until={until} invalidates={subjectKey('users')} />
        )}
        <Fields form={form} isNew={auditor === undefined} />
        {auditor && (
          <AccountActions person={auditor}>
            <HistoryLink subject={auditor._id} />
          </AccountActions>
        )}
      </FormShell>
      {save.signIn && (
        <NewSignInDialog signIn={save.signIn} success={auditorAdded} onClose={save.closeSignIn} />
      )}
    </>
  );
}

function Fields({ form, isNew }: { form: UseFormReturnType<AuditorValues>; isNew: boolean }) {
  const { cell, status } = form.values;
  return (
    <>
      <PersonFields
        input={(name) => form.getInputProps(name)}
        email="Used to sign in. Any address, but none of another firm."
        cell={(cell === '' ? undefined : smsWarning(cell)) ?? cellHint}
        isCellRequired={false}
        status={status}
        onStatus={(chosen) => form.setFieldValue('status', chosen)}
      />
      <LastDay {...form.getInputProps('endsOn')} />
      {isNew && (
        <CheckboxField
          label="Send an invitation with the sign-in link"
          {...form.getInputProps('invitation', { type: 'checkbox' })}
        />
      )}
    </>
  );
}

const cellHint = 'May be empty. With one, one-time passwords go here.';

function LastDay(props: object) {
  const today = useToday();
  return (
    <DayField
      label="Last day"
      min={today}
      isRequired
      description="The auditor signs in up to this day, at most two years ahead."
      {...props}
    />
  );
}

type ConflictProps = {
  id: string;
  yours: AuditorValues;
  choose: Pick<ReturnType<typeof useSaveAuditor>, 'base' | 'reload' | 'overwrite' | 'isPerhapsOwn'>;
};

function Conflict({ id, yours, choose }: ConflictProps) {
  const saved = useQuery({ ...userQuery(id), refetchOnMount: 'always' });
  const compare = (theirs: User) =>
    listDifferences({ base: choose.base, yours, theirs: formValuesFrom(theirs) }, conflictLines);
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}

type Options = {
  form: UseFormReturnType<AuditorValues>;
  firm: string;
  auditor: User | undefined;
};

/** Adds with a random initial password, or updates the loaded version. */
function useSaveAuditor({ form, firm, auditor }: Options) {
  const client = useQueryClient();
  const navigate = useNavigateHere();
  const [read, setRead] = useState(auditor);
  const [signIn, setSignIn] = useState<NewSignIn>();
  const passwordFor = useInitialPasswords();
  const finish = async (success: string) => {
    toast(success);
    await invalidate(client, ['users']);
    await navigate(paths.auditors);
  };
  const saving = useOneMutation({
    mutationFn: (values: AuditorValues) =>
      read ? change(read, values) : add(firm, values, passwordFor(values.email)),
    onSuccess: async (added) => {
      // Before leaving, or the guard would ask about what was just saved.
      form.resetDirty();
      if (!added) await finish('Auditor updated.');
      else setSignIn(added);
    },
  });
  return {
    ...useEditConflict({ form, saving, read, onRead: setRead, valuesOf: formValuesFrom }),
    save: (values: AuditorValues) => saving.mutate(values),
    signIn,
    closeSignIn: () => void finish(auditorAdded),
  };
}
const auditorAdded = 'Auditor added.';

async function add(firm: string, values: AuditorValues, password: string): Promise<NewSignIn> {
  const { invitation } = values;
  const { status, ...body } = toBody(values);
  const { data } = await send(userEndpoints.register, {
    body: {
      ...body,
      role: role.auditor,
      firm,
      status: status === 1 ? 1 : 2,
      password,
      invitation,
    },
  });
  return { name: data.name, email: data.email, cell: data.cell, password, isInvited: invitation };
}

async function change(read: User, values: AuditorValues): Promise<undefined> {
  const { _id: id, version } = read;
  await send(userEndpoints.updateUser, {
    params: { id },
    body: { _id: id, ...toBody(values), version },
  });
}
