import { useState, useRef, type ReactNode } from 'react';
import { readLogo } from './read-logo.ts';

/** Keeps the file that was picked last, unless it is rejected. */
export function usePick({ onChange, onRead, onReject }: Picking) {
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
    onRead();
    const read = await readLogo(picked);
    if (latest.current !== picked) return;
    if ('fault' in read) return onReject(read.fault);
    setFile(picked);
    onChange(read.dataUrl);
  };
  return { file, pick, forget };
}
type Picking = {
  onChange: (value: string | null) => void;
  /** A file is read until one of the others is called. */
  onRead: () => void;
  onReject: (message: string) => void;
};
export type Props = Picking & {
  /** The logo that the firm has; a data URL. */
  current: string | null;
  /** '': as it is; null: none; else the data URL of the picked file. */
  value: string | null;
  error: ReactNode;
  /** A picked file is rejected or still read. */
  isBlocked: boolean;
};
