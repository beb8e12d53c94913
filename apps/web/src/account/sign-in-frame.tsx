import { texts } from '@recoup/contract/core/texts';
import type { ReactNode } from 'react';
import { LogoMark } from '../ui/layout/brand.tsx';
import { useDocumentTitle } from '../ui/layout/use-document-title.ts';
import styles from './logon-page.module.css';
import { SignInPicture } from './sign-in-picture.tsx';

/** The product's banner, and beside it one step of the sign-in. */
export function SignInFrame({ children }: { children: ReactNode }) {
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
        <main className={styles.main}>{children}</main>
      </div>
    </div>
  );
}
