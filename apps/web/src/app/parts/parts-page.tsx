import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { colorSchemeKey } from '../../platform/browser/color-scheme.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { theme, themeVariables } from '../../ui/theme/mantine.ts';
import { ColorSchemeChoice } from '../frame/color-scheme-choice.tsx';
import { ControlParts } from './control-parts.tsx';
import { DialogParts } from './dialog-parts.tsx';
import { FeedbackParts } from './feedback-parts.tsx';
import { FormParts } from './form-parts.tsx';
import { LayoutParts } from './layout-parts.tsx';
import { ListParts } from './list-parts.tsx';

const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey });

/** Every part of `ui` in its states, at `/ui` of the development server alone. */
export function PartsPage() {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
    >
      <PageFrame
        title="Parts of the pages"
        intro="What `apps/web/src/ui` has, in its states. The pages use nothing else."
        actions={<ColorSchemeChoice />}
      >
        <ControlParts />
        <FormParts />
        <ListParts />
        <FeedbackParts />
        <DialogParts />
        <LayoutParts />
      </PageFrame>
    </MantineProvider>
  );
}
