import { type FormEvent, useState } from 'react';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { ApiError } from '../api/api-error.ts';

type Options<Result> = {
  /** The password is undefined until the server asks for it. */
  run: (password: string | undefined) => Promise<Result>;
  onDone: (result: Result) => void | Promise<unknown>;
};

/** Something that the server lets through for ten minutes after a sign-in, then by password. */
export function useConfirmedAction<Result>({ run, onDone }: Options<Result>) {
  const [password, setPassword] = useState('');
  // Once shown it stays: a wrong password is reported at its field.
  const [isRequired, setRequired] = useState(false);
  const action = useOneMutation({
    mutationFn: () => run(password === '' ? undefined : password),
    onSuccess: onDone,
    onError: (error) => setRequired((before) => before || isAboutPassword(error)),
  });
  const { error } = action;
  const fields = error instanceof ApiError ? error.fields : {};
  const wrong = fields.password;
  const isDemand = error instanceof ApiError && error.code === 'reauthentication_required';
  return {
    isPending: action.isPending,
    isSuccess: action.isSuccess,
    fields,
    error: Object.keys(fields).length === 0 ? error : null,
    isDemand,
    submit: (event: FormEvent) => {
      event.preventDefault();
      // React passes the events of a dialog to the form around it as well.
      event.stopPropagation();
      action.mutate();
    },
    password: isRequired ? { value: password, error: wrong, onType: setPassword } : undefined,
  };
}

function isAboutPassword(error: Error): boolean {
  if (!(error instanceof ApiError)) return false;
  return error.code === 'reauthentication_required' || 'password' in error.fields;
}
