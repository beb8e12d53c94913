import type { UseFormReturnType } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { role } from '@recoup/contract/core/access';
import { texts } from '@recoup/contract/core/texts';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { send } from '../platform/api/api-client.ts';
import { paths } from '../platform/browser/paths.ts';
import { useNavigateHere } from '../platform/browser/navigate-here.ts';
import { useEditConflict } from '../platform/edit-conflict/use-edit-conflict.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { invalidate } from '../platform/api/read.ts';
import {
  type AttorneyValues,
  toBody,
  typesWithChangedFees,
  typesWithoutFees,
  formValuesFrom,
} from './attorney-form-values.ts';
import { mergeAttorney } from './attorney-conflict.ts';
import { type NewSignIn, useInitialPasswords } from './initial-passwords.ts';

type Form = UseFormReturnType<AttorneyValues>;

type Options = { form: Form; firm: string; attorney: User | undefined };

/** Adds with a random initial password, or updates the loaded version. */
export function useSaveAttorney({ form, firm, attorney }: Options) {
  const client = useQueryClient();
  const navigate = useNavigateHere();
  // The user as the form loaded it; a save sends its version.
  const [read, setRead] = useState(attorney);
  const [signIn, setSignIn] = useState<NewSignIn>();
  const passwordFor = useInitialPasswords();
  const finish = async (success: string) => {
    toast(success);
    await invalidate(client, ['users', 'call-fees']);
    await navigate(paths.attorneys);
  };
  const saving = useOneMutation({
    mutationFn: (values: AttorneyValues) =>
      read ? change(firm, read, values) : add(firm, values, passwordFor(values.email)),
    onSuccess: async (added) => {
      // Before leaving, or the guard would ask about what was just saved.
      form.resetDirty();
      if (!added) await finish(texts.attorneyUpdated);
      else setSignIn(added);
    },
  });
  return {
    ...useEditConflict({
      form,
      saving,
      read,
      onRead: setRead,
      valuesOf: formValuesFrom,
      merge: mergeAttorney,
    }),
    save: (values: AttorneyValues) => saving.mutate(values),
    signIn,
    closeSignIn: () => void finish(texts.attorneyAdded),
  };
}

async function add(firm: string, values: AttorneyValues, password: string): Promise<NewSignIn> {
  const { invitation } = values;
  const { status, ...body } = toBody(values);
  const { data } = await send(userEndpoints.register, {
    body: {
      ...body,
      status: status === 1 ? 1 : 2,
      role: role.attorney,
      firm,
      password,
      invitation,
    },
  });
  return { name: data.name, email: data.email, cell: data.cell, password, isInvited: invitation };
}

/** The user object of the specification, section 7; the server keeps firm and role as they are. */
async function change(firm: string, attorney: User, values: AttorneyValues): Promise<undefined> {
  const { _id: id, version } = attorney;
  const before = formValuesFrom(attorney);
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
