import { schemaResolver } from '@mantine/form';
import { type DateForm, dateForms } from '@recoup/contract/users/date-forms';
import { ownProfile } from '@recoup/contract/users/profile-endpoints';
import type { CurrentUser } from '@recoup/contract/users/user';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { today } from '../platform/browser/local-day.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { SavedForm, useSavedForm } from '../ui/form/saved-form.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatDate } from '../ui/lib/format.ts';
import { changeProfile } from './account.queries.ts';

/** Form for the name and the date format, which the server stores. */
export function ProfileForm() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const client = useQueryClient();
  const { form, saving } = useSavedForm({
    saved: user,
    valuesOf: formValuesFrom,
    validate: schemaResolver(ownProfile, { sync: true }),
    save: async (values, read) => changeProfile(client, changedIn(values, read)),
    onSaved: () => toast('Profile saved.'),
  });
  return (
    <SavedForm form={form} saving={saving} action="Save profile">
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
          onChange={(value) => form.setFieldValue('dateForm', parseDateForm(value))}
        />
        <p className={shared.muted}>
          Used on all pages. Files and mails keep their own form. Fields in which you choose a day
          look as your browser draws them.
        </p>
      </div>
    </SavedForm>
  );
}

type Values = { name: string; dateForm: DateForm };

function formValuesFrom({ name, dateForm = dateForms[0] }: CurrentUser): Values {
  return { name, dateForm };
}

/** Only the changed fields: a save keeps changes by an administrator or another device. */
function changedIn(values: Values, read: Values): Partial<Values> {
  const { name, dateForm } = values;
  return {
    ...(name !== read.name && { name }),
    ...(dateForm !== read.dateForm && { dateForm }),
  };
}

function parseDateForm(value: string): DateForm {
  return dateForms.find((each) => each === value) ?? dateForms[0];
}
