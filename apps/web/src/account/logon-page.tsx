import { texts } from '@recoup/contract/core/texts';
import { lazy, Suspense } from 'react';
import { LogoMark } from '../ui/layout/brand.tsx';
import { useDocumentTitle } from '../ui/layout/use-document-title.ts';
import styles from './logon-page.module.css';
import { SignInPicture } from './sign-in-picture.tsx';
import { SignIn } from './sign-in.tsx';
import { otpOf, useStep } from './use-step.ts';

// Who signs in need not load what a forgotten password takes.
const OtpStep = lazy(async () => ({ default: (await import('./otp-step.tsx')).OtpStep }));
const NewPasswordStep = lazy(async () => ({
  default: (await import('./new-password-step.tsx')).NewPasswordStep,
}));

/** The door: the product's banner, and beside it the step that one is at. */
export function LogonPage() {
  useDocumentTitle('Sign in');
  return (
    <div className={styles.door}>
      <div className={styles.page}>
        <header className={styles.banner}>
          <p className={styles.product}>
            <LogoMark size={44} />
            {texts.product}
          </p>
          <p className={styles.tagline}>{texts.tagline}</p>
          <SignInPicture />
        </header>
        <main className={styles.main}>
          <Suspense>
            <Steps />
          </Suspense>
        </main>
      </div>
    </div>
  );
}

/** The steps: sign-in, OTP, new password, sign-in again (specification, section 4). */
function Steps() {
  const { step, push, replace } = useStep();
  if (step.at === 'sign-in') {
    const { email, notice } = step;
    return (
      <SignIn
        email={email}
        {...(notice !== undefined && { notice })}
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
