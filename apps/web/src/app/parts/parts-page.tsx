import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { ColorSchemeChoice } from '../frame/color-scheme-choice.tsx';
import { ControlParts } from './control-parts.tsx';
import { DialogParts } from './dialog-parts.tsx';
import { FeedbackParts } from './feedback-parts.tsx';
import { FormParts } from './form-parts.tsx';
import { LayoutParts } from './layout-parts.tsx';
import { ListParts } from './list-parts.tsx';

/** Every part of `ui` in its states; the built product leaves it out. */
export function PartsPage() {
  return (
    <>
      <PageFrame
        title="Parts of the pages"
        intro="Each part of apps/web/src/ui, in its states."
        actions={<ColorSchemeChoice />}
      >
        <ControlParts />
        <FormParts />
        <ListParts />
        <FeedbackParts />
        <DialogParts />
        <LayoutParts />
      </PageFrame>
    </>
  );
}

/** The dialogs alone: nothing beside them is busy for ever. */
export function DialogPage() {
  return (
    <PageFrame title="Dialogs">
      <DialogParts />
    </PageFrame>
  );
}
