import { contextWords } from '@recoup/contract/account/password-rules';
import { texts } from '@recoup/contract/core/texts';
import type { CurrentUser } from '@recoup/contract/users/user';
import { useState, type ComponentProps } from 'react';
import type { PasswordChange } from './account.queries.ts';
import { newPasswordError } from './password-hint.ts';

export type Name = keyof PasswordChange;
const empty: PasswordChange = { oldPassword: '', newPassword: '', repeatPassword: '' };

/** Messages show for a field that was changed or left; the rules are the server's. */
export function usePasswordForm(user: CurrentUser) {
  const [values, setValues] = useState(empty);
  const [seen, setSeen] = useState<ReadonlySet<Name>>(new Set());
  const words = contextWords({ name: user.name, email: user.email, firmName: user.firm?.name });
  const errors: Record<Name, string | undefined> = {
    oldPassword: values.oldPassword === '' ? texts.passwordRequired : undefined,
    newPassword: newPasswordError(values.newPassword, words),
    repeatPassword:
      values.repeatPassword === values.newPassword ? undefined : texts.passwordsDiffer,
  };
  const see = (name: Name) => setSeen(new Set([...seen, name]));
  return {
    values,
    words,
    isValid: Object.values(errors).every((error) => error === undefined),
    shownError: (name: Name) => (seen.has(name) ? errors[name] : undefined),
    clear: () => {
      setValues(empty);
      setSeen(new Set());
    },
    field: (name: Name, onChange: () => void): ComponentProps<'input'> => ({
      name,
      value: values[name],
      onBlur: () => see(name),
      onChange: (event) => {
        onChange();
        see(name);
        setValues({ ...values, [name]: event.currentTarget.value });
      },
    }),
  };
}
