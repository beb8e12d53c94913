import { accountTimes } from '@recoup/contract/account/rules';
import { useState, useEffect } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { useOneMutation } from '../ui/form/use-one-mutation.ts';
import type { Grant } from './account.queries.ts';
import type { Otp } from './sign-in-step.ts';

/** Another OTP, a minute after the last one; at once when the last request never arrived. */
export function Resend({ otp: { email, sentAt }, onResent }: Pick<Props, 'otp' | 'onResent'>) {
  const left = useSecondsLeft(sentAt);
  const resend = useOneMutation({
    mutationFn: async (_: undefined) => (await loadQueries()).requestOtp({ email }),
    onSuccess: onResent,
  });
  return (
    <Button
      variant="outline"
      isResting={left > 0}
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
export type Props = {
  otp: Otp;
  /** Why one is back here. */
  error?: string;
  onResent: (token: string | undefined) => void;
  onVerified: (grant: Grant) => void;
  onBack: () => void;
};

export const loadQueries = () => import('./account.queries.ts');
