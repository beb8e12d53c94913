import { useState, useRef, type ReactNode } from 'react';
import { readLogo } from './read-logo.ts';

/** Keeps the file that was picked last, unless it is refused. */
export function usePick({ onChange, onReject }: Pick<Props, 'onChange' | 'onReject'>) {
  const [file, setFile] = useState<File | null>(null);
  const latest = useRef<File>(null);
  const forget = () => {
    latest.current = null;
    setFile(null);
  };
  const pick = async (picked: File | null): Promise<void> => {
    forget();
    onChange('');
    if (picked === null) return;
    latest.current = picked;
    const read = await readLogo(picked);
    if (latest.current !== picked) return;
    if ('fault' in read) return onReject(read.fault);
    setFile(picked);
    onChange(read.dataUrl);
  };
  return { file, pick, forget };
}
export type Props = {
  /** The logo that the firm has; a data URL. */
  current: string | null;
  /** '': as it is; null: none; else the data URL of the picked file. */
  value: string | null;
  error: ReactNode;
  onChange: (value: string | null) => void;
  onReject: (message: string) => void;
};
