import { type ComponentProps, Suspense } from 'react';
import { useLoadBeforeUse } from '../../platform/browser/load-before-use.ts';
import type { Open } from './open-entry-dialog.tsx';
import { lazyPart } from '../../ui/feedback/lazy-part.tsx';

// The form is larger than the page.
const loadDialog = async () => ({
  default: (await import('./open-entry-dialog.tsx')).OpenEntryDialog,
});
const OpenEntryDialog = lazyPart(loadDialog, ({ onClose }) => onClose);

type Props = Omit<ComponentProps<typeof OpenEntryDialog>, 'open'> & { open: Open | null };

/** The dialog of the entry that is open, if one is. */
export function LazyEntryDialog({ open, ...rest }: Props) {
  useLoadBeforeUse(loadDialog);
  if (open === null) return null;
  return (
    <Suspense>
      <OpenEntryDialog open={open} {...rest} />
    </Suspense>
  );
}
