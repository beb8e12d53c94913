import { useId } from 'react';
import { Button } from '../ui/button.tsx';
import type { ImportProgress } from './import-file.ts';
import styles from './imports.module.css';

type Props = { readonly progress: ImportProgress; readonly isUpload: boolean; readonly onCancel: () => void };

/** How far the file has come. It fades in only when that takes a while. */
export function ImportProgressBar({ progress, isUpload, onCancel }: Props) {
  const id = useId();
  const checking = isUpload ? 'Taking the matters in' : 'Checking the rows';
  const words = { reading: 'Reading the file', sending: 'Sending the file', checking }[progress.step];
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
