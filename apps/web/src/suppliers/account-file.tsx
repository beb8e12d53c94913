import { type ReactNode, useEffect, useState } from 'react';
import { FilePicker } from '../ui/form/file-picker.tsx';
import styles from './accounts.module.css';

type Props = {
  file: File | null;
  onPick: (file: File | null) => void;
  /** Fields that are typed while one looks at the file. */
  children: ReactNode;
};

/** The supplier's account, beside the lines that are typed from it. */
export function AccountFile({ file, onPick, children }: Props) {
  const [fault, setFault] = useState<string>();
  const [url, setUrl] = useState<string>();
  useEffect(() => () => void (url !== undefined && URL.revokeObjectURL(url)), [url]);
  const pick = (picked: File | null) => {
    setFault(undefined);
    setUrl(picked === null ? undefined : objectUrl(picked));
    onPick(picked);
  };
  return (
    <>
      <FilePicker
        label="The account’s PDF or photo"
        hint="PDF or photo"
        atMost="15 MB"
        file={file}
        error={fault}
        onPick={pick}
        onReject={setFault}
      />
      <div className={styles.beside} data-has-file={url !== undefined}>
        <div className={styles.typed}>{children}</div>
        {url !== undefined && file !== null && <Preview url={url} isPdf={isPdf(file)} />}
      </div>
    </>
  );
}

function Preview({ url, isPdf: shownAsPdf }: { url: string; isPdf: boolean }) {
  return (
    <div className={styles.preview}>
      <a href={url} target="_blank" rel="noreferrer">
        Open the file in another tab
      </a>
      {shownAsPdf ? <iframe title="The account" src={url} /> : <img src={url} alt="The account" />}
    </div>
  );
}

function isPdf({ name, type }: File): boolean {
  return type === 'application/pdf' || name.toLowerCase().endsWith('.pdf');
}

/** An address of the file in this browser, shown as a PDF or a picture and as nothing else. */
function objectUrl(file: File): string {
  return URL.createObjectURL(
    new Blob([file], { type: isPdf(file) ? 'application/pdf' : 'image/jpeg' }),
  );
}
