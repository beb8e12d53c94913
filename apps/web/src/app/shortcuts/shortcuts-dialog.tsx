import type { CurrentUser } from '@recoup/contract/users/user';
import { Fragment } from 'react';
import { Link } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { keyLabel } from './key-label.ts';
import { isOfCharacters, shortcutsFor } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';
import { ShortcutsSwitch, useShortcutsAreOn } from './shortcuts-switch.tsx';

type Props = { user: CurrentUser; onClose: () => void };

/** Lists the shortcuts and can turn off single-key ones. */
export function ShortcutsDialog({ user, onClose }: Props) {
  const areOn = useShortcutsAreOn();
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className={styles.list}>
        {shortcutsFor(user.role).map((shortcut) => (
          <div key={shortcut.label}>
            <dt>{shortcut.label}</dt>
            <dd>
              {!areOn && isOfCharacters(shortcut) && <span className={styles.off}>off</span>}
              {shortcut.keys.map((key, index) => (
                <Fragment key={key}>
                  {index > 0 && ' then '}
                  <kbd>{keyLabel(key)}</kbd>
                </Fragment>
              ))}
            </dd>
          </div>
        ))}
      </dl>
      <ShortcutsSwitch />
      <p>
        <Link to={paths.guide} onClick={onClose}>
          User guide
        </Link>
      </p>
    </Dialog>
  );
}
