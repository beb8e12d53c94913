import { schemaResolver, useForm } from '@mantine/form';
import { type DateForm, dateForms } from '@recoup/contract/users/date-forms';
import { ownProfile } from '@recoup/contract/users/profile-endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { today } from '../platform/browser/local-day.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { blurGuard } from '../ui/form/blur-guard.ts';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../ui/form/use-form-answer.ts';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../ui/form/use-unsaved.ts';
import shared from '../ui/layout/shared.module.css';
import { formatDate } from '../ui/lib/format.ts';
import { changeProfile } from './account.queries.ts';

/** What the server keeps: the name, and how dates are shown. */
export function ProfileForm() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const { form, save } = useProfileForm(user);
  const { error, leaving, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: (values) => save.mutate(values),
  });
  return (
    <form noValidate className={shared.stack} {...blurGuard} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <TextField
        label="Name"
        isRequired
        autoComplete="name"
        description="Others see it beside what you record and change."
        {...form.getInputProps('name')}
      />
      <div>
        <RadioGroup
          label="Dates"
          options={dateForms.map((each) => ({ value: each, label: formatDate(today(), each) }))}
          value={form.values.dateForm}
          onChange={(value) => form.setFieldValue('dateForm', dateFormOf(value))}
        />
        <p className={shared.muted}>
          Used on all pages. Files and mails keep their own form. Fields in which you choose a day
          look as your browser draws them.
        </p>
      </div>
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Save profile
        </Button>
      </div>
    </form>
  );
}

type Values = { name: string; dateForm: DateForm };

function useProfileForm(user: CurrentUser) {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: valuesOf(user),
    validate: schemaResolver(ownProfile, { sync: true }),
    validateInputOnBlur: true,
  });
  const save = useOneMutation({
    mutationFn: async (values: Values) =>
      changeProfile(client, changedIn(values, form.getInitialValues())),
    onSuccess: (saved) => {
      form.setInitialValues(valuesOf(saved));
      form.setValues(valuesOf(saved));
      toast('Profile saved.');
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, save };
}

function valuesOf({ name, dateForm = dateForms[0] }: CurrentUser): Values {
  return { name, dateForm };
}

/** What an administrator or another device changed meanwhile stays. */
function changedIn(values: Values, read: Values): Partial<Values> {
  const { name, dateForm } = values;
  return {
    ...(name !== read.name && { name }),
    ...(dateForm !== read.dateForm && { dateForm }),
  };
}

function dateFormOf(value: string): DateForm {
  return dateForms.find((each) => each === value) ?? dateForms[0];
}
