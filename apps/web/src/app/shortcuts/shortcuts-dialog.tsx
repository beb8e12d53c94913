import type { CurrentUser } from '@recoup/contract/users/user';
import { Fragment, useState } from 'react';
import { characterKeys } from '../../platform/browser/character-keys.ts';
import { Dialog } from '../../ui/dialog/dialog.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { keyLabel } from './key-label.ts';
import { isOfCharacters, shortcutsOf } from './shortcuts.ts';
import styles from './shortcuts-dialog.module.css';

type Props = { user: CurrentUser; onClose: () => void };

/** The shortcuts that there are, made from the table that the keys are read by; and the switch for those of single keys. */
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
        label="Shortcuts of single keys"
        description="They rest while you type. Turn them off if you speak to the computer, or hit keys by chance; it is remembered on this device."
        checked={areOn}
        onChange={({ currentTarget }) => change(currentTarget.checked)}
      />
    </Dialog>
  );
}
