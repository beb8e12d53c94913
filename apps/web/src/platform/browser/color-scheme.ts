/** Where Mantine keeps the choice; pages before the shell have no Mantine yet, so they read the same key. */
export const colorSchemeKey = 'recoup-color-scheme';

/** Sets light or dark before the first paint, and follows the system as long as nothing else was chosen. */
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
