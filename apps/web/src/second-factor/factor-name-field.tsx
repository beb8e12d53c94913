import { TextField } from '../ui/form/fields.tsx';

type Props = { name: string; error: string | undefined; onType: (name: string) => void };

/** A label for the factor. */
export function FactorNameField({ name, error, onType }: Props) {
  return (
    <TextField
      label="Name"
      description="By which you recognise it in your list, such as “Office laptop”."
      maxLength={50}
      autoComplete="off"
      data-autofocus
      value={name}
      error={error}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
    />
  );
}
