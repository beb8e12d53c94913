import type { UseFormReturnType } from '@mantine/form';
import { role } from '@recoup/contract/core/access';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import type { User } from '@recoup/contract/users/user';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router';
import { send } from '../../platform/api/api-client.ts';
import { queryKeys } from '../../platform/api/query-keys.ts';
import { paths } from '../../platform/browser/paths.ts';
import { useEditConflict } from '../../platform/edit-conflict/use-edit-conflict.ts';
import { toast } from '../../ui/feedback/toast.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { type NewSignIn, useInitialPasswords } from '../initial-passwords.ts';
import { type AuditorValues, toBody, formValuesFrom } from './auditor-values.ts';

type Options = {
  form: UseFormReturnType<AuditorValues>;
  firm: string;
  auditor: User | undefined;
};

/** Adds with a random initial password, or updates the loaded version. */
export function useSaveAuditor({ form, firm, auditor }: Options) {
  const client = useQueryClient();
  const navigate = useNavigate();
  const [read, setRead] = useState(auditor);
  const [signIn, setSignIn] = useState<NewSignIn>();
  const passwordFor = useInitialPasswords();
  const finish = async (success: string) => {
    toast(success);
    await client.invalidateQueries({ queryKey: queryKeys.users });
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
export const auditorAdded = 'Auditor added.';

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
