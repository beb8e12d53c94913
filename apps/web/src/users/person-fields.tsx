import { type UserStatus, userStatus } from '@recoup/contract/core/access';
import { flagField, ownField, textField } from '../ui/form/define-form.ts';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { statusText } from './user-status.tsx';

/** Fields that attorneys, auditors and firm admins share. */
export const personFields = {
  name: (options: Parameters<typeof textField>[1]) =>
    textField('Name', { autoComplete: 'off', ...options }),
  cell: (options: Parameters<typeof textField>[1]) =>
    textField('Cell', { type: 'tel', inputMode: 'tel', autoComplete: 'off', ...options }),
  status: ownField<UserStatus>({
    label: 'Status',
    read: (saved) => saved ?? userStatus.active,
    inWords: statusText,
  }),
  invitation: flagField('Send an invitation with the sign-in link'),
};

type Props = {
  form: {
    values: { status: UserStatus };
    setFieldValue: (name: 'status', status: UserStatus) => void;
  };
};

/** Only an operator sets or lifts Blocked (specification, section 4; product.md). */
export function StatusRadios({ form }: Props) {
  const { status } = form.values;
  const isBlocked = status === userStatus.blocked;
  const options = [
    { value: String(userStatus.active), label: 'Active', isDisabled: isBlocked },
    { value: String(userStatus.inactive), label: 'Inactive', isDisabled: isBlocked },
    { value: String(userStatus.blocked), label: 'Blocked', isDisabled: true },
  ];
  const choose = (chosen: string) =>
    form.setFieldValue(
      'status',
      chosen === String(userStatus.active) ? userStatus.active : userStatus.inactive,
    );
  return <RadioGroup label="Status" options={options} value={String(status)} onChange={choose} />;
}
