import { texts } from '@recoup/contract/core/texts';
import { Suspense } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { returnPath } from '../platform/browser/paths.ts';
import { SignIn } from './sign-in.tsx';
import { SignInFrame } from './sign-in-frame.tsx';
import { toOtp, type Step } from './sign-in-step.ts';
import { useStep } from './use-step.ts';
import { lazyPart } from '../ui/feedback/lazy-part.tsx';

// Load the later steps on demand; the sign-in form does not need their code.
const OtpStep = lazyPart(async () => ({ default: (await import('./otp-step.tsx')).OtpStep }));
const SecondStep = lazyPart(async () => ({
  default: (await import('./second-step/second-step.tsx')).SecondStep,
}));
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

/** Sign-in and second factor, or OTP and new password (specification, section 4). */
function Steps() {
  const { step, push, replace } = useStep();
  const navigate = useNavigate();
  const [params] = useSearchParams();
  const onSignedIn = () => navigate(returnPath(params.get('to')), { replace: true });
  if (step.at === 'sign-in') return <FirstStep step={step} onSignedIn={onSignedIn} onStep={push} />;
  if (step.at !== 'second-factor') return <RecoverySteps step={step} replace={replace} />;
  const { email, challenge } = step;
  return (
    <SecondStep
      key={challenge.token}
      challenge={challenge}
      onSignedIn={onSignedIn}
      onEnded={(error) => replace({ at: 'sign-in', email, error })}
      onBack={() => replace({ at: 'sign-in', email })}
    />
  );
}

type StepAt<At extends Step['at']> = Extract<Step, { at: At }>;
type FirstProps = {
  step: StepAt<'sign-in'>;
  onSignedIn: () => void | Promise<void>;
  onStep: (step: Step) => void;
};

function FirstStep({ step: { email, notice, error, isInvited }, ...next }: FirstProps) {
  return (
    <SignIn
      // Fields are not controlled: they begin with the e-mail of the link.
      key={isInvited ? email : undefined}
      email={email}
      {...(isInvited && { isInvited })}
      {...(notice !== undefined && { notice: { kind: 'success', text: notice } })}
      {...(error !== undefined && { notice: { kind: 'error', text: error } })}
      {...next}
    />
  );
}

type RecoveryProps = {
  step: StepAt<'otp' | 'new-password'>;
  replace: (step: Step) => void;
};

function RecoverySteps({ step, replace }: RecoveryProps) {
  const { otp } = step;
  const back = () => replace({ at: 'sign-in', email: otp.email });
  if (step.at === 'otp') {
    return (
      <OtpStep
        otp={otp}
        {...(step.error !== undefined && { error: step.error })}
        onResent={(token) => replace({ at: 'otp', otp: toOtp(otp.email, token) })}
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
