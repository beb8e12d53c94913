import { SelectField } from '../ui/form/fields.tsx';

type Props = {
  layouts: readonly { _id: string; name: string }[];
  value: string;
  isDisabled?: boolean;
  onChange: (layout: string) => void;
};

/** The layout of a posting file. */
export function LayoutField({ layouts, value, isDisabled = false, onChange }: Props) {
  return (
    <SelectField
      label="Layout"
      options={layouts.map(({ _id, name }) => ({ value: _id, label: name }))}
      value={value}
      disabled={isDisabled}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  );
}
