import { accountTimes } from '@recoup/contract/account/rules';
import { texts } from '@recoup/contract/core/texts';
import { type FormEvent, useRef, useState, useEffect } from 'react';
import { NavigationType, useNavigationType } from 'react-router';
import { ApiError } from '../platform/api/api-error.ts';
import { Alert } from '../ui/feedback/alert.tsx';
import { Button } from '../ui/controls/button.tsx';
import { TextField } from '../ui/form/fields.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import styles from './logon-page.module.css';
import type { Grant } from './account.queries.ts';
import type { Otp } from './sign-in-step.ts';
import { Form } from '../ui/form/form.tsx';

const hint = `The 8-digit code from the SMS, valid for ${accountTimes.codeMinutes} minutes.`;

/** step1: the code from the SMS, typed, pasted or filled in by the phone. */
export function OtpStep({ otp, error: earlier, onResent, onVerified, onBack }: Props) {
  const [code, setCode] = useState('');
  const field = useRef<HTMLInputElement>(null);
  const verify = useVerify(otp.token, { onVerified, onError: () => field.current?.focus() });
  const submit = (event: FormEvent) => {
    event.preventDefault();
    verify.mutate(code);
  };
  // The typed code and its error belong to the previous OTP.
  const resent = (token: string | undefined) => {
    verify.reset();
    setCode('');
    onResent(token);
  };
  const wrongCode = wrongCodeIn(verify.error);
  const error = wrongCode === undefined ? (verify.error?.message ?? earlier) : undefined;
  return (
    <Form isSaving={false} className={styles.form} onSubmit={submit}>
      <h1>Enter the OTP</h1>
      <Notice error={error} sentAt={otp.sentAt} />
      <TextField
        label="OTP"
        ref={field}
        name="otp"
        description={hint}
        value={code}
        onChange={(event) => setCode(event.currentTarget.value)}
        inputMode="numeric"
        autoComplete="one-time-code"
        className={styles.otp}
        isRequired
        error={wrongCode}
      />
      <Button type="submit" isBusy={verify.isPending}>
        Continue
      </Button>
      <Resend otp={otp} onResent={resent} />
      <BackButton onBack={onBack} />
    </Form>
  );
}

function BackButton({ onBack }: Pick<Props, 'onBack'>) {
  return (
    <Button variant="quiet" onClick={onBack}>
      Back to sign in
    </Button>
  );
}

function Notice({ error, sentAt }: { error: string | undefined; sentAt: number | undefined }) {
  // A reload, Back and Forward send nothing.
  const isJustSent = useNavigationType() !== NavigationType.Pop;
  if (error !== undefined) return <Alert kind="error">{error}</Alert>;
  // A new key announces the same text again.
  return isJustSent ? (
    <Alert key={sentAt} kind="info">
      {texts.sendingOtp}
    </Alert>
  ) : null;
}

/** A token that never came is not the fault of what was typed, but the text is the same. */
function wrongCodeIn(error: Error | null): string | undefined {
  if (!(error instanceof ApiError)) return undefined;
  return error.fields.otp ?? error.fields.token;
}

function useVerify(
  token: string | undefined,
  then: { onVerified: Props['onVerified']; onError: () => void },
) {
  return useOneMutation({
    mutationFn: async (otp: string) => (await loadQueries()).verifyOtp({ otp, token: token ?? '' }),
    onSuccess: then.onVerified,
    onError: then.onError,
  });
}

/** Another OTP, a minute after the last one; at once when the last request never arrived. */
function Resend({ otp: { email, sentAt }, onResent }: Pick<Props, 'otp' | 'onResent'>) {
  const left = useSecondsLeft(sentAt);
  const resend = useOneMutation({
    mutationFn: async (_: undefined) => (await loadQueries()).requestOtp({ email }),
    onSuccess: onResent,
  });
  return (
    <Button
      variant="outline"
      isPaused={left > 0}
      isBusy={resend.isPending}
      onClick={() => resend.mutate(undefined)}
    >
      {left > 0 ? `Resend OTP in ${left} s` : 'Resend OTP'}
    </Button>
  );
}

/** Seconds until another OTP can be requested; the clock is outside React, hence the effect. */
function useSecondsLeft(sentAt: number | undefined): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 500);
    return () => clearInterval(timer);
  }, []);
  if (sentAt === undefined) return 0;
  // Never more than the whole time, also when the clock was set back.
  const passed = Math.max(0, now - sentAt) / 1000;
  return Math.max(0, Math.ceil(accountTimes.resendSeconds - passed));
}
type Props = {
  otp: Otp;
  /** Why one is back here. */
  error?: string;
  onResent: (token: string | undefined) => void;
  onVerified: (grant: Grant) => void;
  onBack: () => void;
};

const loadQueries = () => import('./account.queries.ts');
