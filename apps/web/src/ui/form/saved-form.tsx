import { useForm, type UseFormInput, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Alert } from '../feedback/alert.tsx';
import shared from '../layout/shared.module.css';
import { blurGuard } from './blur-guard.ts';
import { hasFields, useFormAnswer } from './use-form-answer.ts';
import { useOneMutation } from './use-one-mutation.ts';
import { useUnsaved } from './use-unsaved.ts';
import { Form } from './form.tsx';

type Fields = Record<string, unknown>;

type Options<Values extends Fields, Saved> = Pick<UseFormInput<Values>, 'validate'> & {
  saved: Saved;
  /** Named as on the wire, so that messages of the server are shown at their fields. */
  valuesOf: (saved: Saved) => Values;
  /** `read`: the values as they were before the user changed them. */
  save: (values: Values, read: Values) => Promise<Saved>;
  onSaved: (saved: Saved) => void | Promise<void>;
};

/** The state of fields that stay on the page with what was saved. */
export function useSavedForm<Values extends Fields, Saved>(options: Options<Values, Saved>) {
  const { saved, valuesOf, validate, save, onSaved } = options;
  const form = useForm<Values>({
    initialValues: valuesOf(saved),
    ...(validate && { validate }),
    validateInputOnBlur: true,
  });
  const saving = useOneMutation({
    mutationFn: async (values: Values) => save(values, form.getInitialValues()),
    onSuccess: async (answer) => {
      form.setInitialValues(valuesOf(answer));
      form.setValues(valuesOf(answer));
      await onSaved(answer);
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, saving };
}

type Props<Values extends Fields> = {
  form: UseFormReturnType<Values>;
  saving: { error: Error | null; isPending: boolean; mutate: (values: Values) => void };
  /** Label of the button. */
  action: string;
  children: ReactNode;
};

/** Fields that stay on the page once they are saved, and their button. */
export function SavedForm<Values extends Fields>(props: Props<Values>) {
  const { form, saving, action, children } = props;
  const { error, leaving, submit } = useFormAnswer({
    form,
    saving,
    onSave: (values) => saving.mutate(values),
  });
  return (
    <Form className={shared.stack} {...blurGuard} {...leaving} {...submit}>
      {error !== null && !hasFields(error) && <Alert kind="error">{error.message}</Alert>}
      {children}
      <div className={shared.buttons}>
        <Button type="submit" isBusy={saving.isPending}>
          {action}
        </Button>
      </div>
    </Form>
  );
}
