import { DialogFrame, type Frame } from './dialog-frame.tsx';
import styles from './dialog.module.css';

/** A dialog without its own header; `label` is its accessible name. */
export function BareDialog({ label, ...frame }: Frame & { label: string }) {
  return <DialogFrame {...frame} className={styles.bare} aria-label={label} />;
}
