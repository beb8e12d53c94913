import { type DateForm, dateForms } from '@recoup/contract/users/date-forms';
import { ownProfile } from '@recoup/contract/users/profile-endpoints';
import { useQueryClient, useSuspenseQuery } from '@tanstack/react-query';
import { today } from '../platform/browser/local-day.ts';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { toast } from '../ui/feedback/toast.tsx';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { changedFields, defineForm, ownField, textField } from '../ui/form/define-form.ts';
import { Fields } from '../ui/form/defined-fields.tsx';
import { SavedForm, useSavedForm } from '../ui/form/saved-form.tsx';
import shared from '../ui/layout/shared.module.css';
import { formatDate } from '../ui/lib/format.ts';
import { changeProfile } from './own-account.queries.ts';

const profileForm = defineForm({
  name: textField('Name', {
    schema: ownProfile.shape.name,
    isRequired: true,
    autoComplete: 'name',
    description: 'Others see it beside what you record and change.',
  }),
  dateForm: ownField<DateForm>({ read: (saved) => saved ?? dateForms[0] }),
});

/** Form for the name and the date format, which the server stores. */
export function ProfileForm() {
  const { data: user } = useSuspenseQuery(currentUserQuery);
  const client = useQueryClient();
  const { form, saving } = useSavedForm(profileForm, {
    saved: user,
    // A save keeps changes by an administrator or another device.
    save: async (values, read) => changeProfile(client, changedFields(values, read)),
    onSaved: () => toast('Profile saved.'),
  });
  return (
    <SavedForm form={form} saving={saving} action="Save profile">
      <Fields form={form} />
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

function parseDateForm(value: string): DateForm {
  return dateForms.find((each) => each === value) ?? dateForms[0];
}
