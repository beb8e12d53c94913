import { texts } from '@recoup/contract/texts';
import { type ReactNode, useState } from 'react';
import { Button } from '../ui/button.tsx';
import { FilePicker } from '../ui/file-picker.tsx';
import styles from './firms.module.css';

type Props = {
  /** The logo that the firm has; a data URL. */
  readonly current: string | null;
  /** '': as it is; null: none; else the data URL of the picked file. */
  readonly value: string | null;
  readonly error: ReactNode;
  readonly onChange: (value: string | null) => void;
  readonly onRefuse: (message: string) => void;
};

/** Picks a logo and shows it as it will be. */
export function LogoField({ current, value, error, onChange, onRefuse }: Props) {
  const [file, setFile] = useState<File | null>(null);
  const shown = value === '' ? current : value;
  const pick = (picked: File | null) => {
    setFile(picked);
    if (picked === null) onChange('');
    else void readDataUrl(picked).then(onChange, () => onRefuse('The file could not be read. Please pick it again.'));
  };
  const remove = () => {
    setFile(null);
    onChange(value === '' ? null : '');
  };
  return (
    <div className={styles['group']}>
      <FilePicker label="Logo" accept=".jpg,.jpeg" hint="JPEG" file={file} error={error} onPick={pick} onRefuse={onRefuse} />
      {shown !== null && shown !== '' && (
        <div className={styles['preview']}>
          <span className={styles['logo']}>
            <img src={shown} alt={value === '' ? 'Present logo' : 'Picked logo'} onError={() => onRefuse(texts.logoKind)} />
          </span>
          <Button look="outline" size="small" onClick={remove}>
            {value === '' ? 'Remove logo' : 'Undo'}
          </Button>
        </div>
      )}
      {value === null && (
        <div className={styles['preview']}>
          <p>The logo is removed when you save.</p>
          <Button look="outline" size="small" onClick={() => onChange('')}>
            Keep it
          </Button>
        </div>
      )}
    </div>
  );
}

/** The type is what the name promised; the server looks at the bytes. */
async function readDataUrl(file: File): Promise<string> {
  const bytes = new Uint8Array(await file.arrayBuffer());
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192) text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return `data:image/jpeg;base64,${btoa(text)}`;
}
