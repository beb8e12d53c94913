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
  onReject: (message: string) => void;
  error?: ReactNode;
};

/** Picks one file, by the system's dialog or by dropping it here. */
export function FilePicker({ label, accept, hint, atMost, file, onPick, onReject, error }: Props) {
  const id = useId();
  const input = useRef<HTMLInputElement>(null);
  const take = (picked: File | undefined) => {
    // Allows picking the same file again after a correction.
    if (input.current !== null) input.current.value = '';
    if (!picked) return;
    onPick(null);
    const fault = endingFault(picked.name, accept);
    if (fault === undefined) onPick(picked);
    else onReject(fault);
  };
  const drop = useDrop(take);
  const hasError = error !== undefined && error !== null;
  return (
    <div className={cx(styles.picker, drop.isOver && styles.over)} {...drop.handlers}>
      <FileIcon />
      <div className={styles.words}>
        <label htmlFor={id}>{label}</label>
        <p id={`${id}-file`} aria-live="polite">
          {file === null
            ? `Choose a ${hint} file of at most ${atMost}, or drop it here.`
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
        aria-describedby={hasError ? `${id}-file ${id}-error` : `${id}-file`}
        aria-invalid={hasError || undefined}
        onChange={({ currentTarget }) => take(currentTarget.files?.[0])}
      />
    </div>
  );
}

function endingFault(name: string, accept: Props['accept']): string | undefined {
  const endings = accept?.split(',') ?? [''];
  if (endings.some((ending) => name.toLowerCase().endsWith(ending))) return undefined;
  return `“${name}” is not a ${endings.join(' or ')} file.`;
}

function useDrop(take: (file: File | undefined) => void) {
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
      take(event.dataTransfer.files[0]);
    },
  };
  return { isOver, handlers };
}
