import type { ComponentProps } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import styles from './firms.module.css';
import { type Props, usePick } from './use-pick-logo.ts';

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
