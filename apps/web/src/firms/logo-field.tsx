import { maxLogoBytes, logoDamagedMessage } from '@recoup/contract/firms/endpoints';
import { texts } from '@recoup/contract/core/texts';
import { type ReactNode, useRef, useState } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import styles from './firms.module.css';

type Props = {
  /** The logo that the firm has; a data URL. */
  current: string | null;
  /** '': as it is; null: none; else the data URL of the picked file. */
  value: string | null;
  error: ReactNode;
  onChange: (value: string | null) => void;
  onReject: (message: string) => void;
};

/** Picks a logo and shows it as it will be. */
export function LogoField({ current, value, error, onChange, onReject }: Props) {
  const { file, pick, forget } = usePick({ onChange, onReject });
  const shown = value === '' ? current : value;
  const remove = () => {
    forget();
    onChange(value === '' ? null : '');
  };
  return (
    <div className={styles.group}>
      <FilePicker
        label="Logo"
        accept=".jpg,.jpeg"
        hint="JPEG"
        atMost="2 MB"
        file={file}
        error={error}
        onPick={(picked) => void pick(picked)}
        onReject={onReject}
      />
      {shown !== null && shown !== '' && (
        <div className={styles.preview}>
          <span className={styles.logo}>
            <img src={shown} alt={value === '' ? 'Present logo' : 'Picked logo'} />
          </span>
          <Button variant="outline" size="small" onClick={remove}>
            {value === '' ? 'Remove logo' : 'Undo'}
          </Button>
        </div>
      )}
      {value === null && (
        <div className={styles.preview}>
          <p>The logo is removed when you save.</p>
          <Button variant="outline" size="small" onClick={() => onChange('')}>
            Keep it
          </Button>
        </div>
      )}
    </div>
  );
}

/** Keeps the file that was picked last, unless it is refused. */
function usePick({ onChange, onReject }: Pick<Props, 'onChange' | 'onReject'>) {
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

/** A file that the server would refuse is refused here, in the same words and order. The server also looks at the number of pixels. */
async function readLogo(file: File): Promise<{ dataUrl: string } | { fault: string }> {
  if (file.size > maxLogoBytes) return { fault: texts.logoTooLarge };
  const bytes = await file.arrayBuffer().catch(() => undefined);
  if (!bytes) return { fault: 'The file could not be read. Please pick it again.' };
  const dataUrl = toDataUrl(new Uint8Array(bytes));
  return (await isPicture(dataUrl)) && dataUrl.startsWith(`${prefix}${jpegStart}`)
    ? { dataUrl }
    : { fault: logoDamagedMessage };
}

const prefix = 'data:image/jpeg;base64,';
/** FF D8 FF, with which every JPEG begins. */
const jpegStart = '/9j/';

async function isPicture(dataUrl: string): Promise<boolean> {
  const image = new Image();
  image.src = dataUrl;
  return image.decode().then(
    () => true,
    () => false,
  );
}

function toDataUrl(bytes: Uint8Array): string {
  let text = '';
  // In pieces: a call takes only so many arguments.
  for (let start = 0; start < bytes.length; start += 8192)
    text += String.fromCharCode(...bytes.subarray(start, start + 8192));
  return `${prefix}${btoa(text)}`;
}
