import { type ComponentProps } from 'react';
import { cx } from '../lib/class-names.ts';
import { Field, type FieldProps } from './field.tsx';
import styles from './field.module.css';

/** One line of text. Takes what `form.getInputProps(name)` gives. */
export function TextField(props: ComponentProps<'input'> & FieldProps) {
  const { field, control } = split(props);
  return <Field {...field}>{(wiring) => <input {...control} {...wiring} />}</Field>;
}

/** Text of several lines. */
export function TextAreaField(props: ComponentProps<'textarea'> & FieldProps) {
  const { field, control } = split(props);
  return <Field {...field}>{(wiring) => <textarea rows={5} {...control} {...wiring} />}</Field>;
}

export type Option = { value: string; label: string; isDisabled?: boolean };
type SelectProps = ComponentProps<'select'> & FieldProps & { options: readonly Option[] };

/** The system's own select: best on a phone, and light. */
export function SelectField({ options, ...props }: SelectProps) {
  const { field, control } = split(props);
  return (
    <Field {...field}>
      {(wiring) => (
        <select {...control} {...wiring}>
          {options.map((option) => (
            <option key={option.value} value={option.value} disabled={option.isDisabled}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}

/** Splits the props into those of the field and those of its control. */
function split<Props extends FieldProps & { className?: string | undefined }>(props: Props) {
  const { label, description, error, below, isRequired, className, ...rest } = props;
  return {
    field: { label, description, error, below, isRequired },
    control: { required: isRequired, ...rest, className: cx(styles.control, className) },
  };
}
