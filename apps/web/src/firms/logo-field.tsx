import { type ComponentProps, useState, useRef, type ReactNode } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import styles from './firms.module.css';
import { texts } from '@recoup/contract/core/texts';
import { maxLogoBytes, logoDamagedMessage } from '@recoup/contract/firms/endpoints';

/** Picks a logo and shows it as it will be. */
export function LogoField({ current, value, error, isBlocked, ...picking }: Props) {
  const { file, pick, forget } = usePick(picking);
  const shown = value === '' ? current : value;
  const remove = () => {
    forget();
    picking.onChange(value === '' ? null : '');
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
        onReject={picking.onReject}
      />
      {isBlocked && error !== undefined && error !== null && (
        <ButtonLine label="Continue without it" onClick={() => void pick(null)} />
      )}
      {shown !== null && shown !== '' && (
        <div className={styles.preview}>
          <span className={styles.logo}>
            <img src={shown} alt={value === '' ? 'Current logo' : 'New logo'} />
          </span>
          <SmallButton onClick={remove}>{value === '' ? 'Remove logo' : 'Undo'}</SmallButton>
        </div>
      )}
      {value === null && (
        <ButtonLine
          text="The logo is removed when you save."
          label="Keep it"
          onClick={() => picking.onChange('')}
        />
      )}
    </div>
  );
}

type LineProps = { text?: string; label: string; onClick: () => void };

function ButtonLine({ text, label, onClick }: LineProps) {
  return (
    <div className={styles.preview}>
      {text !== undefined && <p>{text}</p>}
      <SmallButton onClick={onClick}>{label}</SmallButton>
    </div>
  );
}

function SmallButton(props: Pick<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  return <Button variant="outline" {...props} />;
}

/** Keeps the file that was picked last, unless it is rejected. */
function usePick({ onChange, onRead, onReject }: Picking) {
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
type Props = Picking & {
  /** The logo that the firm has; a data URL. */
  current: string | null;
  /** '': as it is; null: none; else the data URL of the picked file. */
  value: string | null;
  error: ReactNode;
  /** A picked file is rejected or still read. */
  isBlocked: boolean;
};

/** Validates like the server, in the same order, except for the number of pixels. */
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
