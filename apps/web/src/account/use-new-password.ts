import { contextWords } from '@recoup/contract/account/password-rules';
import { texts } from '@recoup/contract/core/texts';
import { useState, type FormEvent, type ChangeEvent } from 'react';
import { ApiError } from '../platform/api/api-error.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { newPasswordError } from './password-hint.ts';
import type { Grant } from './account.queries.ts';

export type Typed = { newPassword: string; confirm: string };
const tooLate = 'This OTP has expired or was already used. Request a new one.';

export function useNewPassword(
  { email, grant, onSet, onExpired }: Props,
  onInvalid: (name: keyof Typed) => void,
) {
  const [typed, setTyped] = useState<Typed>({ newPassword: '', confirm: '' });
  const [own, setOwn] = useState<Partial<Typed>>({});
  const words = contextWords({ name: '', email });
  const set = useOneMutation({
    mutationFn: async (newPassword: string) =>
      (await import('./account.queries.ts')).resetPassword(grant, { newPassword }),
    onSuccess: onSet,
    onError: (error) =>
      error instanceof ApiError && error.status === 401
        ? onExpired(tooLate)
        : onInvalid('newPassword'),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    const error = newPasswordError(typed.newPassword, words);
    const isSame = typed.confirm === typed.newPassword;
    setOwn({ newPassword: error, ...(!isSame && { confirm: texts.newPasswordsDiffer }) });
    if (error === undefined && isSame) set.mutate(typed.newPassword);
    else onInvalid(error === undefined ? 'confirm' : 'newPassword');
  };
  const refused = set.error instanceof ApiError ? set.error.fields.newPassword : undefined;
  const hasOwn = own.newPassword !== undefined || own.confirm !== undefined;
  const errors = hasOwn ? own : { newPassword: refused };
  const field = (name: keyof Typed) => ({
    name,
    autoComplete: 'new-password',
    isRequired: true,
    value: typed[name],
    error: errors[name],
    onChange: (event: ChangeEvent<HTMLInputElement>) =>
      setTyped({ ...typed, [name]: event.currentTarget.value }),
  });
  return { typed, words, errors, set, submit, field };
}
export type Props = {
  email: string;
  grant: Grant;
  onSet: () => void;
  /** The grant no longer counts: back to the OTP, with the reason. */
  onExpired: (error: string) => void;
  onBack: () => void;
};
