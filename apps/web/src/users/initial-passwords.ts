import { generatePassword } from '@recoup/contract/users/initial-password';
import { useState } from 'react';
import type { EndpointInput } from '@recoup/contract/core/endpoint';
import { userEndpoints } from '@recoup/contract/users/endpoints';
import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { send } from '../platform/api/api-client.ts';

/** Sign-in data of a new user, shown once. */
export type NewSignIn = {
  name: string;
  email: string;
  cell: string;
  password: string;
  isInvited: boolean;
};

/** One per email: after a lost reply the server recognises the retry by it. */
export function useInitialPasswords(): (email: string) => string {
  const [made] = useState(() => new Map<string, string>());
  return (email) => {
    const key = email.trim().toLowerCase();
    const password = made.get(key) ?? generatePassword();
    made.set(key, password);
    return password;
  };
}

type Registration = Extract<
  EndpointInput<typeof userEndpoints.register>['body'],
  { password: string }
> & { invitation: boolean };

/** Adds an attorney or an auditor. */
export async function registerPerson(body: Registration): Promise<NewSignIn> {
  const { data } = await send(userEndpoints.register, { body });
  const { password, invitation: isInvited } = body;
  return { name: data.name, email: data.email, cell: data.cell, password, isInvited };
}

/** No user is added as Blocked. */
export function statusToAdd(status: UserStatus): Registration['status'] & number {
  return status === userStatus.inactive ? userStatus.inactive : userStatus.active;
}
