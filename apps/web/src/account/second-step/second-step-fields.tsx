import type { FactorMethod } from '@recoup/contract/core/errors';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { ApiError } from '../../platform/api/api-error.ts';
import { askPasskey, hasPasskeys, preloadPasskeys } from '../../platform/browser/passkeys.ts';
import { Button } from '../../ui/controls/button.tsx';
import { useSettled } from '../../ui/dialog/use-settled.ts';
import { Alert } from '../../ui/feedback/alert.tsx';
import { TextField } from '../../ui/form/fields.tsx';
import { useOneMutation } from '../../ui/form/use-one-mutation.ts';
import type { Proof } from '../account.queries.ts';
import styles from '../logon-page.module.css';
import type { Challenge } from './challenge.ts';

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

type Way = FactorMethod;

type Options<Result> = {
  challenge: Challenge;
  complete: (proof: Proof) => Promise<Result>;
  onCompleted: (result: Result) => void | Promise<unknown>;
  /** The challenge no longer counts: back to the password, with the reason. */
  onEnded: (reason: string) => void;
};

/** The second step of a sign-in: one of the ways that the user has, and what is typed for it. */
export function useSecondStep<Result>(options: Options<Result>) {
  const { challenge, complete, onCompleted, onEnded } = options;
  const ways = availableWays(challenge);
  const [way, setWay] = useState<Way>(ways[0] ?? 'recovery');
  const [typed, setTyped] = useState('');
  const form = useRef<HTMLFormElement>(null);
  const isSettled = useSettled(way);
  const sending = useOneMutation({
    mutationFn: async () => complete(await buildProof(challenge, way, typed)),
    onSuccess: onCompleted,
    onError: (error) => {
      if (error instanceof ApiError && error.status === 401) onEnded(error.message);
      else form.current?.querySelector<HTMLInputElement>('[name="code"]')?.select();
    },
  });
  usePreloadedPasskeys(ways);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    // React passes the events of a dialog to the form around it as well.
    event.stopPropagation();
    // The second Enter of the step before; the button of a passkey ignores it by itself.
    if (way !== 'passkey' && typed === '' && !isSettled) return;
    sending.mutate();
  };
  const choose = (next: Way) => {
    sending.reset();
    setTyped('');
    setWay(next);
  };
  const wrong = wrongIn(sending.error);
  return {
    way,
    others: ways.filter((each) => each !== way),
    choose,
    isPending: sending.isPending,
    wrong,
    error: wrong === undefined ? sending.error?.message : undefined,
    form: { ref: form, onSubmit: submit },
    field: { value: typed, onType: setTyped },
  };
}

/** The code of an app comes first, because some browsers have no passkeys. */
function availableWays({ methods }: Challenge): readonly Way[] {
  const order: readonly Way[] = ['totp', 'passkey', 'recovery'];
  return order.filter((way) => methods.includes(way) && (way !== 'passkey' || hasPasskeys()));
}

async function buildProof({ token, options }: Challenge, way: Way, typed: string): Promise<Proof> {
  if (way === 'totp') return { challenge: token, code: typed };
  if (way === 'recovery') return { challenge: token, recoveryCode: typed };
  return { challenge: token, response: { ...(await askPasskey(options ?? {})) } };
}

/** The error for the code field; other errors show above the field. */
function wrongIn(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  const { code, fields, message } = error;
  return fields.code ?? fields.recoveryCode ?? (code === 'wrong_code' ? message : undefined);
}

/** The network is outside React. */
function usePreloadedPasskeys(ways: readonly Way[]): void {
  const isPossible = ways.includes('passkey');
  useEffect(() => {
    if (isPossible) preloadPasskeys();
  }, [isPossible]);
}
