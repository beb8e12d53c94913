import { useClipboard } from '@mantine/hooks';
import { type ReactNode, useState } from 'react';
import { CopyableText } from '../controls/copyable-text.tsx';
import shared from '../layout/shared.module.css';
import { Dialog } from './dialog.tsx';
import { DoneButton } from './done-button.tsx';

type Props = {
  title: string;
  /** Name of the secret for screen readers. */
  label: string;
  secret: string;
  /** Warning before closing without a copy; none where nobody needs the secret. */
  loss?: string;
  /** Advice for a lost secret. */
  about: ReactNode;
  /** Above the secret. */
  children: ReactNode;
  onClose: () => void;
};

/**
 * Shows a secret of which the server keeps only the hash. The focus starts at Copy, because the
 * Enter that saved the form is often pressed twice. Without a copy Done asks too.
 */
export function ShownOnceDialog({ label, secret, about, children, onClose, ...frame }: Props) {
  const clipboard = useClipboard({ timeout: 4_000 });
  const [wasCopied, setCopied] = useState(false);
  if (clipboard.copied && !wasCopied) setCopied(true);
  const [isDone, setDone] = useState(false);
  const done = () => {
    setDone(true);
    onClose();
  };
  return (
    <Dialog
      {...frame}
      isOpen
      isChanged={frame.loss !== undefined && !isDone}
      isSaved
      onClose={onClose}
      actions={<DoneButton onDone={wasCopied ? done : undefined} />}
    >
      {children}
      <CopyableText label={label} text={secret} clipboard={clipboard} hasFocus />
      <p className={shared.muted}>{about}</p>
    </Dialog>
  );
}
