import { useForm } from '@mantine/form';
import { useQuery } from '@tanstack/react-query';
import { cell } from '@recoup/contract/core/cell-field';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import { texts } from '@recoup/contract/core/texts';
import { ApiError } from '../platform/api/api-error.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { paths } from '../platform/browser/paths.ts';
import { ConfirmAtProvider } from '../platform/reauthentication/confirm-at-provider.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { FormShell } from '../ui/form/form-shell.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { useFinish } from '../platform/api/use-finish.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { changeCell } from './own-account.queries.ts';

const empty = { cellNumber: '', password: '' };
const cellError = (typed: string) => cell.safeParse(typed).error?.issues[0]?.message ?? null;

const intro =
  'One-time passwords are sent to this number. ' +
  'We will notify your email address and your old number.';

/** Change your Cell Number (specification, section 2.11). Older sessions ask for the password. */
export function UpdateCellPage() {
  // The copy of the user does until the answer comes: no field begins with it.
  const user = useQuery(currentUserQuery).data;
  const { form, saving, needsPassword } = useChangeCell(user?._id ?? '');
  const end = user?.cell.slice(-3);
  const present = end ? `Your current number ends in ${end}.` : 'There is no number yet.';
  return (
    <FormShell
      title="Change your Cell Number"
      intro={intro}
      form={form}
      saving={saving}
      onSave={(values) => saving.mutate(values)}
      backTo={paths.attorneys}
      saveLabel="Update"
    >
      <TextField
        label="Cell Number"
        type="tel"
        inputMode="tel"
        autoComplete="tel-national"
        description={
          smsWarning(form.values.cellNumber) ?? `10 digits, for example 082 555 0111. ${present}`
        }
        isRequired
        {...form.getInputProps('cellNumber')}
      />
      {needsPassword && <ConfirmAtProvider />}
      {needsPassword && (
        <PasswordField
          label="Password"
          ref={focusOnMount}
          autoComplete="current-password"
          isRequired
          {...form.getInputProps('password')}
        />
      )}
    </FormShell>
  );
}

function useChangeCell(userId: string) {
  const form = useForm({
    initialValues: empty,
    validate: { cellNumber: cellError },
    validateInputOnBlur: true,
  });
  const finish = useFinish(['account']);
  const saving = useOneMutation({
    mutationFn: async ({ cellNumber, password }: typeof empty) =>
      changeCell(userId, { cellNumber, ...(password !== '' && { password }) }),
    onSuccess: async () => {
      form.resetDirty();
      await finish(texts.cellUpdated, paths.root);
    },
  });
  const { error } = saving;
  // Once shown it stays: a wrong password is reported at its field.
  const needsPassword =
    form.values.password !== '' || (error instanceof ApiError && isAboutPassword(error));
  return { form, saving, needsPassword };
}

/** The field appears because it is missing. */
function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}

function isAboutPassword(error: ApiError): boolean {
  return error.code === 'reauthentication_required' || 'password' in error.fields;
}
