export const menuId = 'account-menu';

export function closeMenu(): void {
  document.getElementById(menuId)?.hidePopover();
}

/** The focus is back at the menu's button then, where a dialog finds it and returns it to. */
export function afterClosing(work: () => void): void {
  closeMenu();
  work();
}
