// Apart from offline-page.ts, of which the sign-in page needs nothing else.

/**
 * Loads the page again when the worker of a new release has taken over. A page that the user has
 * touched stays: the next visit is of the new release.
 */
export function followReleases(): void {
  if (!navigator.serviceWorker?.controller) return;
  let isTouched = false;
  const touch = () => (isTouched = true);
  window.addEventListener('pointerdown', touch, { once: true });
  window.addEventListener('keydown', touch, { once: true });
  navigator.serviceWorker.addEventListener(
    'controllerchange',
    () => {
      if (!isTouched) window.location.reload();
    },
    { once: true },
  );
}
