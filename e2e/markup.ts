import type { Page } from 'playwright-core';

/** Faults in the markup of the page that axe does not name; empty on a good page. */
export function markupFaults(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const all = [...document.querySelectorAll<HTMLElement>('body *')];
    const ids = all.map(({ id }) => id).filter((id) => id !== '');
    const empty = ['min', 'max', 'maxlength', 'pattern', 'href', 'for', 'id', 'name', 'autocomplete'];
    const references = ['aria-describedby', 'aria-labelledby', 'aria-activedescendant', 'for'];
    const plain = (text: string | null) => (text ?? '').replace(/\s+/g, ' ').trim().toLowerCase();
    const faultsOf = (element: HTMLElement): string[] => {
      const visible = [...element.childNodes].filter((node) => node.nodeType === Node.TEXT_NODE).map((node) => node.textContent);
      const [label, text] = [plain(element.getAttribute('aria-label')), plain(visible.join(' '))];
      return [
        ...empty.filter((name) => element.getAttribute(name) === '').map((name) => `an empty ${name}`),
        ...references
          .flatMap((name) => (element.getAttribute(name) ?? '').split(' '))
          .filter((id) => id !== '' && !ids.includes(id))
          .map((id) => `a reference to ${id}, which is not there`),
        ...(element.matches('button, a') && label !== '' && !label.includes(text) ? [`the name “${label}” without “${text}”`] : []),
        ...(element.matches('input[type="hidden"][autocomplete]') ? ['autocomplete of a hidden input'] : []),
      ].map((fault) => `${element.tagName.toLowerCase()}: ${fault}`);
    };
    const twice = ids.filter((id, index) => ids.indexOf(id) !== index).map((id) => `the id ${id} twice`);
    return [...new Set([...all.flatMap((element) => faultsOf(element)), ...twice])];
  });
}
