import { SelectField } from '../../ui/form/fields.tsx';
import type { RecordingFor } from './use-recording-for.ts';

type Props = {
  recording: Pick<RecordingFor, 'others' | 'hasOwn'>;
  /** Undefined for the user. */
  value: string | undefined;
  error?: string | undefined;
  isDisabled?: boolean;
  onChoose: (id: string | undefined) => void;
};

/** For which attorney one records; nothing for a user without that right, and with own entries. */
export function ForField({ recording, value, error, isDisabled = false, onChoose }: Props) {
  const { others, hasOwn } = recording;
  if (others.length === 0 && value === undefined) return null;
  const options = [
    ...(hasOwn ? [{ value: '', label: 'Myself' }] : []),
    ...others.map(({ _id, name }) => ({ value: _id, label: name })),
  ];
  const isKnown = options.some((option) => option.value === (value ?? ''));
  return (
    <SelectField
      label="For"
      options={
        isKnown
          ? options
          : [{ value: value ?? '', label: 'Please choose', isDisabled: true }, ...options]
      }
      value={value ?? ''}
      error={error}
      disabled={isDisabled}
      onChange={({ currentTarget }) => onChoose(currentTarget.value || undefined)}
    />
  );
}
