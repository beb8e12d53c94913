import { createStore, useStore } from '../lib/store.ts';

export type ColorScheme = 'auto' | 'light' | 'dark';

const colorSchemeKey = 'recoup-color-scheme';
const scheme = createStore<ColorScheme>('auto');

/** Sets the scheme before the first paint; follows the system by default, and other tabs. */
export function applyColorScheme(): void {
  window.matchMedia('(prefers-color-scheme: dark)').addEventListener('change', apply);
  window.addEventListener('storage', ({ key }) => {
    if (key === colorSchemeKey) apply();
  });
  apply();
}

/** The scheme that was chosen on this device. */
export function useColorScheme(): ColorScheme {
  return useStore(scheme);
}

export function chooseColorScheme(chosen: ColorScheme): void {
  localStorage.setItem(colorSchemeKey, chosen);
  apply();
}

function apply(): void {
  const chosen = chosenScheme();
  const isDark =
    chosen === 'dark' ||
    (chosen === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-color-scheme', isDark ? 'dark' : 'light');
  scheme.set(chosen);
}

function chosenScheme(): ColorScheme {
  const chosen = localStorage.getItem(colorSchemeKey);
  return chosen === 'dark' || chosen === 'light' ? chosen : 'auto';
}
