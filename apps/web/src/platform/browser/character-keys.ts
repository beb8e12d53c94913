const key = 'recoup-character-keys';

/** Whether shortcuts of a single key work; who speaks to the machine, or hits keys by chance, turns them off (WCAG 2.1.4). */
export const characterKeys = {
  areOn: (): boolean => localStorage.getItem(key) !== 'off',
  set(areOn: boolean): void {
    if (areOn) localStorage.removeItem(key);
    else localStorage.setItem(key, 'off');
  },
};
