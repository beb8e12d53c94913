import { expect, it } from 'vitest';
import { useApp } from '../support/app.ts';
import { forms } from '../support/forms.ts';
import { leaveForm, useFormVisits } from '../support/leave-form.ts';

useApp();
const visitOf = useFormVisits(forms);

it.each(forms)(
  'confirms before typed text is lost, or keeps it, in the form of $form',
  async (form) => {
    const seen = visitOf(form);
    await leaveForm(seen, form);
    expect(seen.consoleErrors).toEqual([]);
  },
);
