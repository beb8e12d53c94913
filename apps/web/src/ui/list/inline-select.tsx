import fieldStyles from '../form/field.module.css';
import type { Option } from '../form/fields.tsx';

type Props = {
  /** For assistive technology: its first choice tells what it narrows. */
  label: string;
  options: readonly Option[];
  value: string;
  onChoose: (value: string) => void;
};

/** A filter beside the search of a list. */
export function InlineSelect({ label, options, value, onChoose }: Props) {
  return (
    <select
      aria-label={label}
      className={fieldStyles.inline}
      value={value}
      onChange={({ currentTarget }) => onChoose(currentTarget.value)}
    >
      {options.map((option) => (
        <option key={option.value} value={option.value}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
