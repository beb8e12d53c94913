import { generatePassword } from '@recoup/contract/users/initial-password';
import { useState } from 'react';

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
