import type { useClipboard } from '@mantine/hooks';
import { Button } from './button.tsx';
import styles from './copyable-text.module.css';

type Props = {
  /** Name of the text for screen readers. */
  label: string;
  text: string;
  clipboard: ReturnType<typeof useClipboard>;
  /** The focus of a dialog starts at Copy. */
  hasFocus?: boolean;
};

/** A text to copy, such as a secret or an address. */
export function CopyableText({ label, text, clipboard, hasFocus }: Props) {
  return (
    <div className={styles.text}>
      <code aria-label={label}>{text}</code>
      <Button variant="outline" data-autofocus={hasFocus} onClick={() => clipboard.copy(text)}>
        {clipboard.copied ? 'Copied' : 'Copy'}
      </Button>
    </div>
  );
}
