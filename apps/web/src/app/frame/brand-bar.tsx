import { texts } from '@recoup/contract/core/texts';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { LogoMark } from '../../ui/layout/brand.tsx';
import styles from './brand-bar.module.css';

/** The head of pages outside of the signed-in frame. */
export function BrandBar() {
  return (
    <header className={styles.bar}>
      <Link to={paths.root} className={styles.logo}>
        <LogoMark size={30} />
        {texts.product}
      </Link>
    </header>
  );
}
