import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import styles from '../logon-page.module.css';
import type { useSecondStep, Way } from './use-second-step.ts';

type Props = { step: ReturnType<typeof useSecondStep> };

/** How the button that sends it is called. */
export const sendLabels = {
  totp: 'Continue',
  recovery: 'Continue',
  passkey: 'Use your passkey',
} as const satisfies Record<Way, string>;

const others = {
  totp: 'Use a code from your app',
  recovery: 'Use a recovery code',
  passkey: 'Use a passkey',
} as const satisfies Record<Way, string>;

/** The field of the chosen way, with what was wrong. */
export function SecondStepFields({ step }: Props) {
  const { way, wrong, error } = step;
  return (
    <>
      {error !== undefined && <Alert kind="error">{error}</Alert>}
      {way === 'passkey' ? (
        <>
          {wrong !== undefined && <Alert kind="error">{wrong}</Alert>}
          <p>Confirm with the passkey on this device, on your phone or on a security key.</p>
        </>
      ) : (
        <CodeField key={way} way={way} step={step} />
      )}
    </>
  );
}

/** The ways that the user has beside the chosen one. */
export function OtherWays({ step }: Props) {
  return step.others.map((way) => (
    <Button key={way} variant="quiet" onClick={() => step.choose(way)}>
      {others[way]}
    </Button>
  ));
}

function CodeField({ way, step }: Props & { way: 'totp' | 'recovery' }) {
  const { value, onType } = step.field;
  const own =
    way === 'totp'
      ? ({
          label: 'Code',
          description: 'The six digits that your authenticator app shows for Recoup.',
          inputMode: 'numeric',
          autoComplete: 'one-time-code',
          className: styles.otp,
        } as const)
      : ({
          label: 'Recovery code',
          description: 'One of the ten codes that you kept. Each works once.',
          autoComplete: 'off',
          autoCapitalize: 'none',
          spellCheck: false,
        } as const);
  return (
    <TextField
      {...own}
      ref={focusOnMount}
      data-autofocus
      name="code"
      value={value}
      onChange={({ currentTarget }) => onType(currentTarget.value)}
      isRequired
      error={step.wrong}
    />
  );
}

function focusOnMount(input: HTMLInputElement | null): void {
  input?.focus();
}
