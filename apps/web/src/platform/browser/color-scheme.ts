/** Mantine's storage key; pages before the shell read it without Mantine. */
export const colorSchemeKey = 'recoup-color-scheme';

/** Sets the scheme before the first paint; follows the system by default. */
export function applyColorScheme(): void {
  const dark = window.matchMedia('(prefers-color-scheme: dark)');
  const apply = () => {
    const chosen = localStorage.getItem(colorSchemeKey);
    const isDark = chosen === 'dark' || (chosen !== 'light' && dark.matches);
    document.documentElement.setAttribute('data-mantine-color-scheme', isDark ? 'dark' : 'light');
  };
  apply();
  dark.addEventListener('change', apply);
}
