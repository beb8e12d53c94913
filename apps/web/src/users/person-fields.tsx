import { userStatus } from '@recoup/contract/core/access';
import { RadioGroup } from '../ui/form/choice-fields.tsx';
import { TextField } from '../ui/form/fields.tsx';

type Props = {
  /** Returns the form props of the field. */
  input: (name: 'name' | 'email' | 'cell') => object;
  /** Descriptions of the fields. */
  email: string;
  cell: string;
  isCellRequired?: boolean;
  status: string;
  onStatus: (status: string) => void;
};

/** Name, email, cell and status of an attorney or an auditor. */
export function PersonFields({ input, isCellRequired = true, ...props }: Props) {
  return (
    <>
      <TextField label="Name" isRequired autoComplete="off" {...input('name')} />
      <TextField
        label="Email"
        {...emailTyping}
        isRequired
        description={props.email}
        {...input('email')}
      />
      <TextField
        label="Cell"
        type="tel"
        inputMode="tel"
        isRequired={isCellRequired}
        autoComplete="off"
        description={props.cell}
        {...input('cell')}
      />
      <RadioGroup
        label="Status"
        options={statusOptions(props.status)}
        value={props.status}
        onChange={props.onStatus}
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
