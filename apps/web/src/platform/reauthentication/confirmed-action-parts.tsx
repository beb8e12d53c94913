import { Alert } from '../../ui/feedback/alert.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import type { useConfirmedAction } from './use-confirmed-action.ts';

type Props = { action: Omit<ReturnType<typeof useConfirmedAction>, 'submit'> };

/** The server's error, and a password field if the server requires a password. */
export function ConfirmedActionParts({ action: { error, isDemand, password } }: Props) {
  return (
    <>
      {error !== null && <Alert kind={isDemand ? 'info' : 'error'}>{error.message}</Alert>}
      {password && (
        <PasswordField
          label="Password"
          ref={focusOnMount}
          autoComplete="current-password"
          isRequired
          value={password.value}
          error={password.error}
          onChange={({ currentTarget }) => password.onType(currentTarget.value)}
        />
      )}
    </>
  );
}

/** The field appears because it is missing. */
function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}
