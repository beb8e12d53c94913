import { type DragEvent, type ReactNode, useId, useRef, useState } from 'react';
import { cx } from '../lib/class-names.ts';
import styles from './file-picker.module.css';
import { formatBytes } from '../lib/format.ts';
import { FileIcon } from '../controls/icons.tsx';

type Props = {
  label: string;
  /** The endings that are taken, with their dots: `.csv`, `.jpg,.jpeg`; undefined for any. */
  accept?: `.${string}` | undefined;
  /** How people call such a file: 'CSV'. */
  hint: string;
  /** The largest that is taken, in words: '2 MB'. */
  atMost: string;
  file: File | null;
  onPick: (file: File | null) => void;
  /** Takes several files at once; `onPick` is then called for each. */
  isMultiple?: boolean;
  onReject: (message: string) => void;
  error?: ReactNode;
};

/** Picks one file or several, by the system's dialog or by dropping them here. */
export function FilePicker({ label, accept, hint, atMost, file, error, ...props }: Props) {
  const { isMultiple = false, onPick, onReject } = props;
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (files: Iterable<File> | null) => {
    const picked = [...(files ?? [])];
    // Allows picking the same file again after a correction.
    if (input.current !== null) input.current.value = '';
    if (picked.length === 0) return;
    onPick(null);
    if (picked.length > 1 && !isMultiple) return onReject('Choose one file, not several.');
    for (const each of picked) {
      const fault = endingFault(each.name, accept);
      if (fault === undefined) onPick(each);
      else onReject(fault);
    }
  };
  const drop = useDrop(take);
  const hasError = error !== undefined && error !== null;
  const more = isMultiple ? ' Several are sent one after the other.' : '';
  return (
    <div className={cx(styles.picker, drop.isOver && styles.over)} {...drop.handlers}>
      <FileIcon />
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-file`} aria-live="polite">
          {file === null
            ? `Choose a ${hint} file of at most ${atMost}, or drop it here.${more}`
            : `${file.name}, ${formatBytes(file.size)}`}
        </p>
        {hasError && <strong id={`${id}-error`}>{error}</strong>}
      </div>
      <span className={styles.choose} aria-hidden="true">
        {file === null ? 'Choose file' : 'Choose another'}
      </span>
      <input
        ref={input}
        id={id}
        type="file"
        accept={accept}
        multiple={isMultiple}
        aria-describedby={hasError ? `${id}-file ${id}-error` : `${id}-file`}
        aria-invalid={hasError || undefined}
        onChange={({ currentTarget }) => take(currentTarget.files)}
      />
    </div>
  );
}

function endingFault(name: string, accept: Props['accept']): string | undefined {
  const endings = accept?.split(',') ?? [''];
  if (endings.some((ending) => name.toLowerCase().endsWith(ending))) return undefined;
  return `“${name}” is not a ${endings.join(' or ')} file.`;
}

function useDrop(take: (files: Iterable<File>) => void) {
  const [isOver, setIsOver] = useState(false);
  const handlers = {
    onDragOver: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(true);
    },
    onDragLeave: () => setIsOver(false),
    onDrop: (event: DragEvent) => {
      event.preventDefault();
      setIsOver(false);
      take(event.dataTransfer.files);
    },
  };
  return { isOver, handlers };
}
