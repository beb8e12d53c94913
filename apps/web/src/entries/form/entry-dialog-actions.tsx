import { useContext } from 'react';
import { Button } from '../../ui/controls/button.tsx';
import { CloseDialog } from '../../ui/dialog/close-dialog.ts';
import type { Props } from './entry-dialog-props.ts';

type ActionsProps = Pick<Props, 'saving' | 'gone' | 'actions'>;

export function EntryDialogActions({ saving, gone, actions }: ActionsProps) {
  if (gone !== undefined) return <CloseButton />;
  return (
    <>
      <Button type="submit" isBusy={saving?.isPending === true}>
        Save
      </Button>
      {actions}
    </>
  );
}

/** Asks before it discards what was typed, as the dialog does. */
function CloseButton() {
  const close = useContext(CloseDialog);
  return (
    <Button variant="outline" onClick={close}>
      Close
    </Button>
  );
}
