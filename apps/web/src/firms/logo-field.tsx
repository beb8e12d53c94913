import type { ComponentProps } from 'react';
import { Button } from '../ui/controls/button.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import styles from './firms.module.css';
import { type Props, usePick } from './use-pick-logo.ts';

/** Picks a logo and shows it as it will be. */
export function LogoField({ current, value, error, isBlocked, ...picking }: Props) {
  const { onChange, onReject } = picking;
  const { file, pick, forget } = usePick(picking);
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
      {isBlocked && error !== undefined && error !== null && (
        <SmallButton onClick={() => void pick(null)}>Continue without it</SmallButton>
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
        <div className={styles.preview}>
          <p>The logo is removed when you save.</p>
          <SmallButton onClick={() => onChange('')}>Keep it</SmallButton>
        </div>
      )}
    </div>
  );
}

function SmallButton(props: Pick<ComponentProps<typeof Button>, 'onClick' | 'children'>) {
  return <Button variant="outline" size="small" {...props} />;
}
