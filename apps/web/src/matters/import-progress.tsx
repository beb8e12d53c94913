import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import type { ImportProgress } from './import-file.ts';
import styles from './imports.module.css';

type Props = { readonly progress: ImportProgress; readonly isUpload: boolean; readonly onCancel: () => void };

/** How far the file has come. It fades in only when that takes a while. */
export function ImportProgressBar({ progress, isUpload, onCancel }: Props) {
  const id = useId();
  const words = { reading: 'Reading', sending: 'Sending', checking: isUpload ? 'Taking in' : 'Checking' }[progress.step];
  return (
    <div className={styles['progress']}>
      <label htmlFor={id}>{words} …</label>
      <progress id={id} max={1} {...(progress.sent !== undefined && { value: progress.sent })} />
      <Button look="outline" size="small" onClick={onCancel}>
        Cancel
      </Button>
    </div>
  );
}
