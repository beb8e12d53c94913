import { Button } from '../ui/controls/button.tsx';
import { FilePicker } from '../ui/form/file-picker.tsx';
import styles from './firms.module.css';
import { type Props, usePick } from './use-pick-logo.ts';

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
            <img src={shown} alt={value === '' ? 'Current logo' : 'New logo'} />
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
