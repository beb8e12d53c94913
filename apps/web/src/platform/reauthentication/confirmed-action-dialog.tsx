import { type FormEvent, type ReactNode, useId, useState } from 'react';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { DialogButtons } from '../../ui/dialog/dialog-buttons.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import formStyles from '../../ui/form/form-shell.module.css';
import { Form } from '../../ui/form/form.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { ApiError } from '../api/api-error.ts';
import { ConfirmAtProvider } from './confirm-at-provider.tsx';

type Action<Result> = {
  /** The password is undefined until the server requires it. */
  run: (password: string | undefined) => Promise<Result>;
  onDone: (result: Result) => void | Promise<unknown>;
};

type Props<Result> = Action<Result> & {
  title: string;
  /** Effects of the action, and those that cannot be undone. */
  question?: ReactNode;
  actionLabel: string;
  /** It cannot be undone. */
  isDanger?: boolean;
  /** Something is typed that closing would discard. */
  isChanged?: boolean;
  onClose: () => void;
  /** Fields of the action, with the server's messages. */
  children?: (errors: Readonly<Record<string, string>>) => ReactNode;
};

/**
 * Asks for an action that the server lets through for ten minutes after a sign-in. Later it
 * requires the password, whose field appears then.
 */
export function ConfirmedActionDialog<Result>({
  title,
  question,
  actionLabel,
  isDanger = false,
  isChanged = false,
  onClose,
  children,
  ...options
}: Props<Result>) {
  const id = useId();
  const { action, errors, password, submit } = useConfirmedAction(options);
  const isBusy = action.isPending;
  return (
    <Dialog
      title={title}
      isOpen
      isChanged={isChanged && !action.isSuccess}
      onClose={isBusy ? undefined : onClose}
      actions={<DialogButtons action={{ label: actionLabel, form: id, isBusy, isDanger }} />}
    >
      {question !== undefined && <p>{question}</p>}
      <Form isSaving={isBusy} id={id} className={formStyles.form} onSubmit={submit}>
        {children?.(errors)}
        {action.error !== null && Object.keys(errors).length === 0 && (
          <Alert kind={isPasswordRequired(action.error) ? 'info' : 'error'}>
            {action.error.message}
          </Alert>
        )}
        {password && <ConfirmAtProvider />}
        {password && (
          <PasswordField
            label="Password"
            ref={focusOnMount}
            autoComplete="current-password"
            isRequired
            value={password.value}
            error={errors.password}
            onChange={({ currentTarget }) => password.onType(currentTarget.value)}
          />
        )}
      </Form>
    </Dialog>
  );
}

function useConfirmedAction<Result>({ run, onDone }: Action<Result>) {
  const [value, onType] = useState('');
  // Once shown it stays: a wrong password is reported at its field.
  const [isShown, setShown] = useState(false);
  const action = useOneMutation({
    mutationFn: () => run(value === '' ? undefined : value),
    onSuccess: onDone,
    onError: (error) =>
      setShown((before) => before || isPasswordRequired(error) || 'password' in fields(error)),
  });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the events of a dialog to the form around it as well.
    event.stopPropagation();
    action.mutate();
  };
  const password = isShown ? { value, onType } : undefined;
  return { action, errors: fields(action.error), password, submit };
}

function isPasswordRequired(error: Error): boolean {
  return error instanceof ApiError && error.code === 'reauthentication_required';
}

function fields(error: Error | null): Readonly<Record<string, string>> {
  return error instanceof ApiError ? error.fields : {};
}

/** The field appears because it is missing. */
function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}
