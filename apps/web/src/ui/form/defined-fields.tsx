import { useForm, type UseFormReturnType } from '@mantine/form';
import type { ReactNode } from 'react';
import { CheckboxField } from './choice-fields.tsx';
import {
  type AnyFields,
  type FormDefinition,
  formErrors,
  formValuesFrom,
  type Look,
  type Values,
} from './define-form.ts';
import { DayField } from './day-field.tsx';
import { SelectField, TextAreaField, TextField } from './fields.tsx';

export type DefinedForm<F extends AnyFields> = UseFormReturnType<Values<F>> & {
  definition: FormDefinition<F>;
};

type Options<F extends AnyFields> = {
  initialValues?: Values<F>;
  /** Messages by path, if the schemas of the fields are not all. */
  validate?: (values: Values<F>) => Record<string, string>;
};

/** The state of a form whose fields are defined. */
export function useDefinedForm<F extends AnyFields>(
  definition: FormDefinition<F>,
  { initialValues = formValuesFrom(definition), validate }: Options<F> = {},
): DefinedForm<F> {
  const isChecked = Object.values(definition.fields).some(({ schema }) => schema !== undefined);
  const form = useForm<Values<F>>({
    initialValues,
    validate: validate ?? ((values) => formErrors(definition, values)),
    // Without checks, leaving a field must not remove the server's message.
    validateInputOnBlur: isChecked || validate !== undefined,
  });
  return { ...form, definition };
}

type FieldProps<F extends AnyFields> = Look & {
  form: DefinedForm<F>;
  name: keyof F & string;
  label?: string;
  error?: ReactNode;
};

/** One field; further props take the place of the definition's. */
export function FormField<F extends AnyFields>({ form, name, ...rest }: FieldProps<F>) {
  const { fields, when } = form.definition;
  const field = fields[name];
  if (field === undefined || when[name]?.(form.values) === false) return null;
  const { control, label, look, options } = field;
  const input = form.getInputProps(name, { type: control === 'flag' ? 'checkbox' : 'input' });
  const props = { label, ...look, ...input, ...rest };
  if (control === 'own') return null;
  if (control === 'flag') return <CheckboxField {...props} />;
  if (control === 'choice') return <SelectField options={options} {...props} />;
  if (control === 'area') return <TextAreaField {...props} />;
  return look.type === 'date' ? <DayField {...props} /> : <TextField {...props} />;
}

type FieldsProps<F extends AnyFields> = {
  form: DefinedForm<F>;
  names?: readonly (keyof F & string)[];
  /** Fields that the page draws elsewhere, or not at all. */
  except?: readonly (keyof F & string)[];
  /** Further props of single fields. */
  looks?: { [N in keyof F]?: Omit<FieldProps<F>, 'form' | 'name'> | undefined };
};

/** All fields but the exceptions, or the named ones, one below the other. */
export function Fields<F extends AnyFields>(props: FieldsProps<F>) {
  const { form, except = [], looks } = props;
  const all = Object.keys(form.definition.fields) as (keyof F & string)[]; // forgets the names
  const shown = (props.names ?? all).filter((name) => !except.includes(name));
  return shown.map((name) => <FormField key={name} form={form} name={name} {...looks?.[name]} />);
}
