import { useClipboard } from '@mantine/hooks';
import { useState } from 'react';
import { today } from '../platform/browser/local-day.ts';
import { Button } from '../ui/controls/button.tsx';
import { Dialog } from '../ui/dialog/dialog.tsx';
import { DoneButton } from '../ui/dialog/done-button.tsx';
import { formatDate } from '../ui/lib/format.ts';
import { saveFile } from '../ui/lib/save-file.ts';
import shared from '../ui/layout/shared.module.css';
import { recoveryHead, recoveryText } from './factor-texts.ts';
import styles from './second-factor.module.css';

type Props = { codes: readonly string[]; email: string; onClose: () => void };

/**
 * Shows the recovery codes once; the server keeps only their hashes. The focus starts at Copy,
 * because the Enter of the step before is often pressed twice. Until they were copied, saved or
 * printed Done asks too.
 */
export function RecoveryCodesDialog({ codes, email, onClose }: Props) {
  const head = recoveryHead(email, formatDate(today()));
  const { isStored, ...keep } = useKeeping(recoveryText(head, codes));
  const [isDone, setDone] = useState(false);
  const done = () => {
    setDone(true);
    onClose();
  };
  return (
    <Dialog
      title="Recovery codes"
      isOpen
      staysOpen
      isChanged={!isDone}
      isSaved
      loss="The recovery codes are not shown again. Copy, download or print them first."
      onClose={onClose}
      actions={<DoneButton onDone={isStored ? done : undefined} />}
    >
      <p>
        If you lose your phone or your passkey, sign in with one of these codes instead. Each works
        once. Keep them where others cannot read them, and not on the same phone.
      </p>
      <Sheet head={head} codes={codes} />
      <div className={shared.buttons}>
        <Button variant="outline" data-autofocus onClick={keep.copy}>
          {keep.isCopied ? 'Copied' : 'Copy'}
        </Button>
        <Button variant="outline" onClick={keep.download}>
          Download
        </Button>
        <Button variant="outline" onClick={keep.print}>
          Print
        </Button>
      </div>
    </Dialog>
  );
}

/** Also what is printed. */
function Sheet({ head, codes }: { head: string; codes: readonly string[] }) {
  return (
    <section className={styles.sheet} aria-label="Your recovery codes">
      <p className={styles.printed}>{head}</p>
      <ol>
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
    </section>
  );
}

function useKeeping(text: string) {
  const clipboard = useClipboard({ timeout: 4_000 });
  const [isStored, setStored] = useState(false);
  if (clipboard.copied && !isStored) setStored(true);
  return {
    isStored,
    isCopied: clipboard.copied,
    copy: () => clipboard.copy(text),
    download: () => {
      const type = 'text/plain;charset=utf-8';
      saveFile({ name: 'recoup-recovery-codes.txt', type, content: text });
      setStored(true);
    },
    print: () => {
      window.print();
      setStored(true);
    },
  };
}
