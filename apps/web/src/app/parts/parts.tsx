import '../../platform/browser/csp.ts';
import '../../ui/theme/theme.css';
import '../../ui/theme/base.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { createRoot } from 'react-dom/client';
import { createHashRouter, Outlet } from 'react-router';
import { RouterProvider } from 'react-router/dom';
import { createQueryClient } from '../../platform/api/query-client.ts';
import { applyColorScheme } from '../../ui/theme/color-scheme.ts';
import { Root } from '../routing/root.tsx';
import { UnsavedGuard } from '../session/unsaved-guard.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { ColorSchemeChoice } from '../frame/color-scheme-choice.tsx';
import { ControlParts } from './control-parts.tsx';
import { DialogParts } from './dialog-parts.tsx';
import { FeedbackParts } from './feedback-parts.tsx';
import { FormPart, FormParts } from './form-parts.tsx';
import { LayoutParts } from './layout-parts.tsx';
import { ListParts } from './list-parts.tsx';

/** Every part of `ui` in its states; the built product leaves it out. */
function PartsPage() {
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
function DialogPage() {
  return (
    <PageFrame title="Dialogs">
      <DialogParts />
    </PageFrame>
  );
}

const container = document.getElementById('root');
if (container === null) throw new Error('ui.html has no #root');

applyColorScheme();
const router = createHashRouter([
  {
    Component: Root,
    children: [
      {
        Component: Guarded,
        children: [
          { index: true, Component: PartsPage },
          { path: 'dialogs', Component: DialogPage },
          { path: 'form', Component: FormPart },
        ],
      },
    ],
  },
]);
createRoot(container).render(
  <QueryClientProvider client={createQueryClient()}>
    <RouterProvider router={router} useTransitions={false} />
  </QueryClientProvider>,
);

/** Pages ask before unsaved changes are lost, as in the frame of the product. */
function Guarded() {
  return (
    <>
      <Outlet />
      <UnsavedGuard />
    </>
  );
}
