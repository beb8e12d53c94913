import { ApiError } from '../platform/api/api-error.ts';
import { PasswordField } from '../ui/form/password-field.tsx';
import { passwordHint } from './password-hint.ts';
import type { usePasswordForm, Name } from './use-password-form.ts';

type FieldsProps = {
  form: ReturnType<typeof usePasswordForm>;
  error: Error | null;
  onChange: () => void;
};

/** The server's errors show at their fields until the user types. */
export function PasswordChangeFields({ form, error, onChange }: FieldsProps) {
  const refused = error instanceof ApiError ? error.fields : {};
  const field = (name: Name) => ({
    ...form.field(name, onChange),
    error: form.shownError(name) ?? refused[name],
  });
  return (
    <>
      <PasswordField
        label="Old Password"
        autoComplete="current-password"
        isRequired
        {...field('oldPassword')}
      />
      <PasswordField
        label="New Password"
        autoComplete="new-password"
        description={passwordHint(form.values.newPassword, form.words)}
        isRequired
        {...field('newPassword')}
      />
      <PasswordField
        label="Confirm Password"
        autoComplete="new-password"
        isRequired
        {...field('repeatPassword')}
      />
    </>
  );
}
