export const loadFailed = 'Could not load. Please check your connection and try again.';
const missing = new Set<HTMLLinkElement>();

window.addEventListener(
  'error',
  ({ target }) => {
    if (target instanceof HTMLLinkElement && target.rel === 'stylesheet') missing.add(target);
  },
  true,
);

/**
 * Loads style sheets of an earlier attempt again. Vite, which loads them with their script, takes
 * one that failed for one that is there. Rejects where one fails again.
 */
export async function loadMissingStyles(): Promise<void> {
  await Promise.all([...missing].map(loadAgain));
}

async function loadAgain(failed: HTMLLinkElement): Promise<void> {
  missing.delete(failed);
  const link = document.createElement('link');
  await new Promise((resolve, reject) => {
    link.addEventListener('load', resolve);
    link.addEventListener('error', () => reject(new Error(loadFailed)));
    link.rel = failed.rel;
    link.href = failed.href;
    failed.replaceWith(link);
  });
}
