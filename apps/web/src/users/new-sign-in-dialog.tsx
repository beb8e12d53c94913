import { useClipboard } from '@mantine/hooks';
import { texts } from '@recoup/contract/texts';
import { Alert } from '../ui/alert.tsx';
import { Button } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import styles from './new-sign-in-dialog.module.css';
import type { NewSignIn } from './use-save-attorney.ts';

/** The initial password, which is shown this once: the server keeps only its hash. */
export function NewSignInDialog({ signIn, onClose }: { readonly signIn: NewSignIn; readonly onClose: () => void }) {
  const clipboard = useClipboard({ timeout: 4_000 });
  return (
    <Dialog title="Initial password" isOpen onClose={onClose} actions={<Button onClick={onClose}>Done</Button>}>
      <Alert kind="success">{texts.attorneyAdded}</Alert>
      <p>
        {signIn.name} signs in with <strong>{signIn.email}</strong> and this password, and has to change it then.
      </p>
      <div className={styles['password']}>
        <code aria-label="Initial password">{signIn.password}</code>
        <Button look="outline" size="small" onClick={() => clipboard.copy(signIn.password)}>
          {clipboard.copied ? 'Copied' : 'Copy'}
        </Button>
      </div>
      <p className={styles['about']}>
        It is shown this once. {signIn.isInvited ? 'The invitation is on its way; the password is not in it. ' : ''}
        Should it get lost, “Forgot password” on the sign-in page makes a new one.
      </p>
    </Dialog>
  );
}
