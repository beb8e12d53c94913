import { localStorageColorSchemeManager, MantineProvider } from '@mantine/core';
import { setNonce } from 'get-nonce';
import type { ReactNode } from 'react';
import { colorSchemeKey } from '../theme/color-scheme.ts';
import { theme, themeVariables } from '../theme/mantine.ts';

/** The nonce of this page load; the server writes it into the page in place of `__CSP_NONCE__`. */
const cspNonce = document.querySelector<HTMLMetaElement>('meta[name="csp-nonce"]')?.content ?? '';

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
