import { texts } from '@recoup/contract/texts';
import { Mark } from '../ui/brand.tsx';
import { useDocumentTitle } from '../ui/page-frame.tsx';
import styles from './logon-page.module.css';
import { PriceBands } from './price-bands.tsx';
import { SignIn } from './sign-in.tsx';

/** The door: the product's banner, and beside it the step that one is at. */
export function LogonPage() {
  useDocumentTitle('Sign in');
  return (
    <div className={styles['page']}>
      <header className={styles['banner']}>
        <p className={styles['product']}>
          <Mark size={44} />
          {texts.product}
        </p>
        <p className={styles['tagline']}>{texts.tagline}</p>
        <PriceBands />
      </header>
      <main className={styles['main']}>
        <SignIn />
      </main>
    </div>
  );
}
