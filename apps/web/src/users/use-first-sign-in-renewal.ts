import { firstSignInEndpoints } from '@recoup/contract/users/first-sign-in-endpoints';
import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { send } from '../platform/api/api-client.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import type { NewSignIn } from './initial-passwords.ts';

export type Renewal = {
  person: { _id: string; name: string; email: string; cell?: string | undefined };
  /** When the first sign-in expires. */
  until: string;
  invalidates: QueryKey;
};

/** Renews the first sign-in; without an SMS number the new password is shown. */
export function useFirstSignInRenewal({ person, until: read, invalidates }: Renewal) {
  const client = useQueryClient();
  const [until, setUntil] = useState(read);
  const [signIn, setSignIn] = useState<NewSignIn>();
  const renewing = useOneMutation<{ end: string | null; password: string | null }>({
    mutationFn: async () => renew(person._id),
    onSuccess: async ({ end, password }) => {
      setUntil(end ?? until);
      if (password === null) toast(`The invitation to ${person.email} is on its way.`);
      else setSignIn({ ...person, cell: person.cell ?? '', password, isInvited: false });
      await client.invalidateQueries({ queryKey: invalidates, refetchType: 'none' });
    },
  });
  return { until, signIn, closeSignIn: () => setSignIn(undefined), renewing };
}

async function renew(id: string) {
  const { data, initialPassword } = await send(firstSignInEndpoints.renewFirstSignIn, {
    params: { id },
    body: {},
  });
  return { end: data.firstSignInUntil, password: initialPassword };
}
