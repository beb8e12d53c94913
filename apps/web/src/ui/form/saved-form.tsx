import type { UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Alert } from '../feedback/alert.tsx';
import shared from '../layout/shared.module.css';
import { blurGuard } from './blur-guard.ts';
import {
  type AnyFields,
  type FormDefinition,
  formValuesFrom,
  type SavedFields,
  type Values,
} from './define-form.ts';
import { useDefinedForm } from './defined-fields.tsx';
import { hasFields, useFormAnswer } from './use-form-answer.ts';
import { useOneMutation } from './use-one-mutation.ts';
import { useUnsaved } from './use-unsaved.ts';
import { Form } from './form.tsx';

type Options<F extends AnyFields, Saved> = {
  saved: SavedFields<F>;
  /** `read`: the values as they were before the user changed them. */
  save: (values: Values<F>, read: Values<F>) => Promise<Saved>;
  /** The fields can be changed again while the page still reads what the save has changed. */
  onSaved: (saved: Saved) => void;
};

/** The state of fields that stay on the page with what was saved. */
export function useSavedForm<F extends AnyFields, Saved extends SavedFields<F>>(
  definition: FormDefinition<F>,
  { saved, save, onSaved }: Options<F, Saved>,
) {
  const form = useDefinedForm(definition, { initialValues: formValuesFrom(definition, saved) });
  const saving = useOneMutation({
    mutationFn: async (values: Values<F>) => save(values, form.getInitialValues()),
    onSuccess: (answer) => {
      const values = formValuesFrom(definition, answer);
      form.setInitialValues(values);
      form.setValues(values);
      onSaved(answer);
    },
  });
  useUnsaved(() => form.isDirty());
  return { form, saving };
}

type Props<V extends Record<string, unknown>> = {
  form: UseFormReturnType<V>;
  saving: { error: Error | null; isPending: boolean; mutate: (values: V) => void };
  /** Label of the button. */
  action: string;
  children: ReactNode;
};

/** Fields that stay on the page once they are saved, and their button. */
export function SavedForm<V extends Record<string, unknown>>(props: Props<V>) {
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
