import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { colorSchemeKey } from '../theme/color-scheme.ts';
import { cspNonce } from '../lib/csp-nonce.ts';
import { theme, themeVariables } from '../theme/mantine.ts';

// react-remove-scroll, which dialogs use, asks get-nonce and not Mantine.
setNonce(cspNonce);
const colorSchemes = localStorageColorSchemeManager({ key: colorSchemeKey });

/** Mantine with our theme, and the appearance that the user chose: dialogs alone need it. */
export function Themed({ children }: { children: ReactNode }) {
  return (
    <MantineProvider
      theme={theme}
      cssVariablesResolver={themeVariables}
      colorSchemeManager={colorSchemes}
      defaultColorScheme="auto"
      getStyleNonce={() => cspNonce}
    >
      {children}
    </MantineProvider>
  );
}
