import type { UseFormReturnType } from '@mantine/form';
import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { smsWarning } from '@recoup/contract/core/cell-numbers';
import type { Firm } from '@recoup/contract/firms/endpoints';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { SelectField, TextField } from '../ui/form/fields.tsx';
import type { Values } from './use-save-admin.ts';

/** Preset from the address, as specified. */
export function FirmSelect({
  firm,
  form,
}: {
  firm: Firm | undefined;
  form: UseFormReturnType<Values>;
}) {
  const options = [{ value: firm?._id ?? '', label: firm?.name ?? '' }];
  return (
    <SelectField
      label="Firm"
      isRequired
      disabled
      options={options}
      {...form.getInputProps('firm')}
    />
  );
}

export function Reach({
  domains,
  form,
}: {
  domains: readonly string[] | undefined;
  form: UseFormReturnType<Values>;
}) {
  return (
    <>
      <TextField
        label="Name"
        autoComplete="off"
        description="Left empty, it is made from the email."
        {...form.getInputProps('name')}
      />
      <TextField
        label="Email"
        isRequired
        type="email"
        autoComplete="off"
        autoCapitalize="none"
        spellCheck={false}
        {...(domains !== undefined && { description: `Must be at ${domains.join(' or ')}.` })}
        {...form.getInputProps('email')}
      />
      <TextField
        label="Cell"
        isRequired
        type="tel"
        autoComplete="off"
        description={smsWarning(form.values.cell) ?? '10 digits. One-time passwords go here.'}
        {...form.getInputProps('cell')}
      />
    </>
  );
}

/** Blocked cannot be chosen, as specified; who is blocked is unblocked by an operator. */
export function StatusRadios({
  status,
  onChange,
}: {
  status: UserStatus;
  onChange: (status: UserStatus) => void;
}) {
  const isBlocked = status === userStatus.blocked;
  const options = [
    { value: '2', label: 'Active', isDisabled: isBlocked },
    { value: '1', label: 'Inactive', isDisabled: isBlocked },
    { value: '0', label: 'Blocked', isDisabled: true },
  ];
  const choose = (value: string) =>
    onChange(value === '2' ? userStatus.active : userStatus.inactive);
  return (
    <div>
      <RadioGroup label="Status" options={options} value={String(status)} onChange={choose} />
      {isBlocked && <p>Blocked. Only an operator can unblock it.</p>}
    </div>
  );
}
