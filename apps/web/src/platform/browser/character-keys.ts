const key = 'recoup-character-keys';

/** Whether single-key shortcuts are on (WCAG 2.1.4). */
export const characterKeys = {
  areOn: (): boolean => localStorage.getItem(key) !== 'off',
  set(areOn: boolean): void {
    if (areOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  },
};
