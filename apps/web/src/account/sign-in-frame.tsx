import { texts } from '@recoup/contract/core/texts';
import type { ReactNode } from 'react';
import { LogoMark } from '../ui/layout/brand.tsx';
import { useDocumentTitle } from '../ui/layout/use-document-title.ts';
import styles from './logon-page.module.css';

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

const bands = [
  { x: 0, y: 132, label: 'R 33' },
  { x: 88, y: 96, label: 'R 66' },
  { x: 176, y: 60, label: 'R 99' },
  { x: 264, y: 44, label: 'R 113' },
] as const;

/** Decorative chart: the price of a call rises in steps with its length. */
function SignInPicture() {
  return (
    <svg viewBox="0 0 400 190" fill="none" aria-hidden="true">
      <path d="M0 160h400" stroke="#fff" strokeOpacity="0.25" />
      {[0, 88, 176, 264].map((x, index) => (
        <g key={x}>
          <path d={`M${x} 156v8`} stroke="#fff" strokeOpacity="0.4" />
          <text x={x} y="182" fill="var(--on-banner-muted)" fontSize="12">
            {index * 5} min
          </text>
        </g>
      ))}
      <path d="M0 132h88V96h88V60h88V44h136V160H0z" fill="#fff" fillOpacity="0.06" />
      <path
        d="M0 132h88V96h88V60h88V44h100"
        stroke="var(--mint)"
        strokeWidth="3.5"
        strokeLinejoin="round"
        strokeLinecap="round"
      />
      <path
        d="M374 44h26"
        stroke="var(--mint)"
        strokeWidth="3.5"
        strokeDasharray="1 8"
        strokeLinecap="round"
      />
      {bands.map(({ x, y, label }) => (
        <text key={label} x={x + 8} y={y - 11} fill="#fff" fontSize="14" fontWeight="600">
          {label}
        </text>
      ))}
    </svg>
  );
}
