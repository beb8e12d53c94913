import { type ReactNode, useId } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { UploadIcon } from '../../ui/controls/icons.tsx';
import shared from '../../ui/layout/shared.module.css';
import styles from './imports.module.css';
import type { Import } from './use-import.ts';
import { formatBytes } from '../../ui/lib/format.ts';
import type { ImportProgress } from './import-file.ts';

type Props = {
  /** Label of the button. */
  verb: string;
  /** Why nothing would be imported, when that is known. */
  why: string | undefined;
  state: Pick<Import, 'progress' | 'cancel'> & {
    chosen: { file: File | null };
    upload: { isPending: boolean };
  };
  /** Another button, beside it. */
  children?: ReactNode;
};

/** Above the messages of an import, so that a message never shifts a button mid-click. */
export function ImportButtons({ verb, why, state, children }: Props) {
  const { chosen, upload, progress, cancel } = state;
  const id = useId();
  return (
    <div className={styles.buttons}>
      {/* Quiet, not disabled: the server decides, and says why. */}
      <Button
        type="submit"
        variant={why === undefined ? 'filled' : 'outline'}
        aria-describedby={why === undefined ? undefined : id}
        isBusy={upload.isPending}
      >
        <UploadIcon />
        {verb}
      </Button>
      {why !== undefined && (
        <span id={id} className={shared.muted}>
          {why}
        </span>
      )}
      {children}
      {progress !== null && (
        <ImportProgressBar
          progress={progress}
          size={chosen.file?.size ?? 0}
          isUpload={upload.isPending}
          onCancel={cancel}
        />
      )}
    </div>
  );
}

type ImportProgressBarProps = {
  progress: ImportProgress;
  size: number;
  isUpload: boolean;
  onCancel: () => void;
};

/** Files above this size (bytes) take noticeable time. */
const large = 2_000_000;

/** How far the file has come. It fades in only when that takes a while. */
function ImportProgressBar({ progress, size, isUpload, onCancel }: ImportProgressBarProps) {
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
