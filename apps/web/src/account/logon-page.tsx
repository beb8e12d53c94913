import { texts } from '@recoup/contract/core/texts';
import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { returnPath } from '../platform/browser/paths.ts';
import { SignIn } from './sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { otpOf } from './sign-in-step.ts';
import { useStep } from './use-step.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

// Who signs in need not load what a forgotten password takes.
const OtpStep = lazyPart(async () => ({ default: (await import('./otp-step.tsx')).OtpStep }));
const NewPasswordStep = lazyPart(async () => ({
  default: (await import('./new-password-step.tsx')).NewPasswordStep,
}));

/** The sign-in page; a visit that begins here sees `FirstSignIn` (app/first-sign-in.tsx). */
export function LogonPage() {
  return (
    <SignInFrame>
      <Suspense>
        <Steps />
      </Suspense>
    </SignInFrame>
  );
}

/** The steps: sign-in, OTP, new password, sign-in again (specification, section 4). */
function Steps() {
  const { step, push, replace } = useStep();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  if (step.at === 'sign-in') {
    const { email, notice, isInvited } = step;
    return (
      <SignIn
        // Fields are not controlled: they begin with the e-mail of the link.
        key={isInvited ? email : undefined}
        email={email}
        {...(isInvited && { isInvited })}
        {...(notice !== undefined && { notice })}
        onSignedIn={() => navigate(returnPath(params.get('to')), { replace: true })}
        onForgot={(otp) => push({ at: 'otp', otp })}
      />
    );
  }
  const { otp } = step;
  const back = () => replace({ at: 'sign-in', email: otp.email });
  if (step.at === 'otp') {
    return (
      <OtpStep
        otp={otp}
        {...(step.error !== undefined && { error: step.error })}
        onResent={(token) => replace({ at: 'otp', otp: otpOf(otp.email, token) })}
        // The code is used up, so Back leads past it to the sign-in.
        onVerified={(grant) => replace({ at: 'new-password', otp, grant })}
        onBack={back}
      />
    );
  }
  return (
    <NewPasswordStep
      email={otp.email}
      grant={step.grant}
      onSet={() => replace({ at: 'sign-in', email: otp.email, notice: texts.passwordUpdated })}
      onExpired={(error) => replace({ at: 'otp', otp, error })}
      onBack={back}
    />
  );
}
