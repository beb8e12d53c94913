import { firstAnswers } from '../../platform/api/first-answers.ts';
import type { MenuSection } from '../frame/menus.ts';

/** Pointer or focus on a link for so long (ms): the user has not merely passed it. */
const restMs = 80;
/** Answers that were requested ahead are used for so long (ms), as those of a query. */
const freshMs = 5_000;

/**
 * Requests what the page of a link shows first, and its files, once the pointer or the focus rests
 * on the link. Files of these pages come one page after the other, once the service worker keeps
 * what the browser loads.
 */
export async function lookAhead(sections: readonly MenuSection[]): Promise<void> {
  followLinks();
  if (savesData() || !('serviceWorker' in navigator)) return;
  await isServed();
  // Most pages share some files.
  const loaded = new Set<string>();
  for (const pathname of pathnamesIn(sections)) {
    const files = firstAnswers()?.files(pathname) ?? [];
    // Not by links: Safari prefetches nothing, and Firefox counts it as no script.
    const loading = files.map(async (file) => {
      if (!loaded.has(file) && (await fetch(file, { priority: 'low' })).ok) loaded.add(file);
    });
    await Promise.allSettled(loading);
  }
}

/** The items first, then their tabs. */
function pathnamesIn(sections: readonly MenuSection[]): string[] {
  const items = sections.flatMap((section) => section.items);
  const places = [...items, ...items.flatMap(({ tabs = [] }) => tabs)];
  return places.map(({ to }) => to.replace(/[?#].*/, ''));
}

let areFollowed = false;

function followLinks(): void {
  if (areFollowed) return;
  areFollowed = true;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pressed: Element | null = null;
  const look = (event: Event) => {
    clearTimeout(timer);
    // A finger that scrolls the page begins on some link too.
    if (event instanceof PointerEvent && event.pointerType === 'touch') return;
    const { target } = event;
    const link = target instanceof Element ? target.closest('a') : null;
    if (link === pressed) return;
    pressed = null;
    if (link && leadsElsewhere(link))
      timer = setTimeout(() => requestAhead(new URL(link.href)), restMs);
  };
  document.addEventListener('pointerover', look, { passive: true });
  document.addEventListener('focusin', look, { passive: true });
  // Its page requests the rest itself.
  document.addEventListener('click', ({ target }) => {
    clearTimeout(timer);
    pressed = target instanceof Element ? target.closest('a') : null;
  });
}

/** To another page of the product. */
function leadsElsewhere({ origin, pathname, search, target, download }: HTMLAnchorElement) {
  const here = window.location;
  const isOurs = origin === here.origin && target === '' && download === '';
  return isOurs && pathname + search !== here.pathname + here.search;
}

function requestAhead({ pathname, search }: URL): void {
  const first = firstAnswers();
  const next = pathname + search;
  if (first === undefined || first.next === next) return;
  first.drop();
  first.next = next;
  setTimeout(() => first.next === next && first.drop(), freshMs);
  first.ask({ pathname, search });
  first.load(pathname);
}

/** Resolves once a worker serves this page. */
async function isServed(): Promise<void> {
  const { serviceWorker } = navigator;
  if (serviceWorker.controller) return;
  await new Promise((resolve) => {
    serviceWorker.addEventListener('controllerchange', resolve, { once: true });
  });
}

/** https://wicg.github.io/savedata/ */
function savesData(): boolean {
  // Not in every browser.
  const { connection } = navigator as { connection?: { saveData?: boolean } }; // nor in the types
  return connection?.saveData === true;
}
