import type { UseFormReturnType } from '@mantine/form';
import { userStatus } from '@recoup/contract/core/access';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';
import type { AttorneyValues } from './attorney-form-values.ts';

export function PersonalFields({
  form,
  domains,
}: {
  form: UseFormReturnType<AttorneyValues>;
  domains: readonly string[];
}) {
  return (
    <>
      <TextField label="Name" isRequired autoComplete="off" {...form.getInputProps('name')} />
      <TextField
        label="Email"
        {...emailTyping}
        isRequired
        description={`Used to sign in. Must be at ${domains.join(' or ')}.`}
        {...form.getInputProps('email')}
      />
      <TextField
        label="Cell"
        type="tel"
        inputMode="tel"
        isRequired
        autoComplete="off"
        description={
          smsWarning(form.values.cell) ??
          '10 digits, for example 082 555 0111. One-time passwords go here.'
        }
        {...form.getInputProps('cell')}
      />
      <RadioGroup
        label="Status"
        options={statusOptions(form.values.status)}
        value={form.values.status}
        onChange={(status) => form.setFieldValue('status', status)}
      />
    </>
  );
}
const emailTyping = {
  type: 'email',
  autoComplete: 'off',
  autoCapitalize: 'none',
  spellCheck: false,
} as const;

/** Only an operator sets or lifts Blocked (specification, section 4; product.md). */
function statusOptions(status: string) {
  const isBlocked = status === String(userStatus.blocked);
  return [
    { value: String(userStatus.active), label: 'Active', isDisabled: isBlocked },
    { value: String(userStatus.inactive), label: 'Inactive', isDisabled: isBlocked },
    { value: String(userStatus.blocked), label: 'Blocked', isDisabled: true },
  ];
}
