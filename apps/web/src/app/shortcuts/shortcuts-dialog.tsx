import type { CurrentUser } from '@recoup/contract/users/user';
import { Fragment, useState } from 'react';
import { characterKeys } from '../../platform/browser/character-keys.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { keyLabel } from './key-label.ts';
import { isOfCharacters, shortcutsOf } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

const about =
  'Ignored while you type. Turn off if you use voice control or press keys by accident. ' +
  'Saved on this device.';

type Props = { user: CurrentUser; onClose: () => void };

/** Lists the shortcuts and can turn off single-key ones. */
export function ShortcutsDialog({ user, onClose }: Props) {
  const [areOn, setOn] = useState(characterKeys.areOn);
  const change = (wanted: boolean) => {
    characterKeys.set(wanted);
    setOn(wanted);
  };
  return (
    <Dialog title="Keyboard shortcuts" isOpen onClose={onClose}>
      <dl className={styles.list}>
        {shortcutsOf(user.role).map((shortcut) => (
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
      <CheckboxField
        label="Single-key shortcuts"
        description={about}
        checked={areOn}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    </Dialog>
  );
}
