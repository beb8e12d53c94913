import type { ReactNode } from 'react';
import { ButtonLink } from '../controls/button-link.tsx';
import { Button } from '../controls/button.tsx';
import { opensRow } from './open-row.ts';

type Props = {
  /** Names the row too, and holds the word that is seen: 'Edit Thandi Mokoena'. */
  label: string;
  /** The word, with or without a sign: no hover is needed to know what it does. */
  children: ReactNode;
  /** A press anywhere on the row does the same. */
  isOpener?: boolean;
} & ({ to: string } | { onClick: () => void; isPaused?: boolean });

/** Action of a row: a link if it leads to a page, else a button. */
export function RowAction({ label, children, isOpener = false, ...action }: Props) {
  const look = {
    variant: 'quiet',
    size: 'small',
    'aria-label': label,
    children,
    ...(isOpener && opensRow),
  } as const;
  return 'to' in action ? <ButtonLink {...look} {...action} /> : <Button {...look} {...action} />;
}
