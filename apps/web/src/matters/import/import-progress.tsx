import { useId } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { formatBytes } from '../../ui/lib/format.ts';
import type { ImportProgress } from './import-file.ts';
import styles from './imports.module.css';

type Props = { progress: ImportProgress; size: number; isUpload: boolean; onCancel: () => void };

/** Files above this size (bytes) take noticeable time. */
const large = 2_000_000;

/** How far the file has come. It fades in only when that takes a while. */
export function ImportProgressBar({ progress, size, isUpload, onCancel }: Props) {
  const id = useId();
  const words = {
    reading: 'Reading',
    sending: 'Sending',
    checking: isUpload ? 'Importing' : 'Checking',
  }[progress.step];
  return (
    <div className={styles.progress}>
      <label htmlFor={id}>
        {size < large ? words : `${words} ${formatBytes(size)}, which takes a while`} …
      </label>
      <progress id={id} max={1} {...(progress.sent !== undefined && { value: progress.sent })} />
      <Button variant="outline" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
