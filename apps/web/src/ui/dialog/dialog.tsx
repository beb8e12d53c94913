import { useRef, useState } from 'react';
import { DiscardQuestion } from './discard-question.tsx';
import { useUnsaved } from '../form/use-unsaved.ts';
import { ModalDialog, type Question } from './modal-dialog.tsx';

type Props = Question & {
  /** Closing asks first: Escape, outside clicks, Close, Cancel and leaving the page. */
  isChanged?: boolean;
  /** Names the data that closing would discard. */
  loss?: string;
  /** All of it is saved: closing only ends the sight of it. */
  isSaved?: boolean;
};

/** A modal dialog. Asks before it discards changes. */
export function Dialog({ isChanged = false, loss, isSaved, onClose, children, ...frame }: Props) {
  const [isAsking, setAsking] = useState(false);
  const isDiscarded = useRef(false);
  useUnsaved(() => frame.isOpen && isChanged && !isDiscarded.current);
  const discard = () => {
    isDiscarded.current = true;
    onClose?.();
  };
  const close = () => (isChanged ? setAsking(true) : onClose?.());
  return (
    <ModalDialog {...frame} onClose={onClose && close}>
      {children}
      <DiscardQuestion
        isOpen={isAsking && isChanged}
        onStay={() => setAsking(false)}
        onDiscard={discard}
        {...(loss !== undefined && { loss })}
        {...(isSaved && { isSaved })}
      />
    </ModalDialog>
  );
}
