import { useForm } from '@mantine/form';
import { useQueryClient } from '@tanstack/react-query';
import { today } from '../../platform/browser/local-day.ts';
import { currentUserQuery } from '../../platform/session/current-user.ts';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { hasFields, useFormAnswer } from '../../ui/form/use-form-answer.ts';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import { useUnsaved } from '../../ui/form/use-unsaved.ts';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { type Policy, policyQuery, savePolicy } from '../../account/factor-policy.queries.ts';
import { policyOf, policyOptions, policyText } from './policy-words.ts';

/** Who of the firm must confirm a sign-in with a second factor. */
export function PolicySettings({ saved }: { saved: Policy }) {
  return (
    <Panel label="Second factor">
      <div>
        <h2>Second factor</h2>
        <p className={shared.muted}>
          A code of an app or a passkey, asked at sign-in after the password. People add theirs
          under Security in the menu below their initials.
        </p>
      </div>
      <PolicyForm saved={saved} />
    </Panel>
  );
}

function PolicyForm({ saved }: { saved: Policy }) {
  const { form, save } = usePolicyForm(saved);
  const { error, leaving, submit } = useFormAnswer({
    form,
    answer: save.error,
    onSave: (values) => save.mutate(values),
  });
  const { policy } = form.values.secondFactor;
  return (
    <form noValidate className={shared.stack} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      <RadioGroup
        label="Required of"
        options={policyOptions}
        value={policy}
        onChange={(value) => form.setFieldValue('secondFactor.policy', policyOf(value))}
      />
      {policy !== 'off' && (
        <TextField
          label="From"
          type="date"
          isRequired
          description="Until that day they see a notice. From then on they must add one to go on."
          {...form.getInputProps('secondFactor.from')}
        />
      )}
      <div className={shared.buttons}>
        <Button type="submit" isBusy={save.isPending}>
          Save second factor
        </Button>
      </div>
    </form>
  );
}

/** Named as on the wire, so that messages of the server are shown at their fields. */
type Values = { secondFactor: { policy: Policy['policy']; from: string } };

function usePolicyForm(saved: Policy) {
  const client = useQueryClient();
  const form = useForm<Values>({
    initialValues: valuesOf(saved),
    validate: { secondFactor: { from: fromError } },
    validateInputOnBlur: true,
  });
  const save = useOneMutation({
    mutationFn: ({ secondFactor }: Values) => savePolicy(secondFactor),
    onSuccess: async (settings) => {
      form.setInitialValues(valuesOf(settings));
      form.setValues(valuesOf(settings));
      toast(policyText(settings));
      // The policy may hold for the user who sets it.
      for (const { queryKey } of [policyQuery, currentUserQuery])
        await client.invalidateQueries({ queryKey });
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, save };
}

function valuesOf({ policy, from }: Policy): Values {
  return { secondFactor: { policy, from: from ?? today() } };
}

function fromError(from: string, { secondFactor }: Values): string | null {
  return secondFactor.policy !== 'off' && from === '' ? 'Choose a day.' : null;
}
