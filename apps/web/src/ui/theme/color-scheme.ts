import { useSyncExternalStore } from 'react';

export type ColorScheme = 'auto' | 'light' | 'dark';

/** Also Mantine's storage key. */
export const colorSchemeKey = 'recoup-color-scheme';
const listeners = new Set<() => void>();

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
  return useSyncExternalStore(subscribe, chosenScheme);
}

export function chooseColorScheme(scheme: ColorScheme): void {
  localStorage.setItem(colorSchemeKey, scheme);
  apply();
}

function apply(): void {
  const chosen = chosenScheme();
  const isDark =
    chosen === 'dark' ||
    (chosen === 'auto' && window.matchMedia('(prefers-color-scheme: dark)').matches);
  document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  for (const listener of listeners) listener();
}

function chosenScheme(): ColorScheme {
  const chosen = localStorage.getItem(colorSchemeKey);
  return chosen === 'dark' || chosen === 'light' ? chosen : 'auto';
}

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
