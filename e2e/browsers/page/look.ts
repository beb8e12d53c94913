export type Role =
  | 'button'
  | 'link'
  | 'heading'
  | 'field'
  | 'option'
  | 'dialog'
  | 'region'
  | 'text';

/** A text or a pattern, as JSON carries it. */
export type Matcher = { is: string } | { pattern: string; flags: string };
export type Query = { role: Role; name?: Matcher; text?: Matcher; within?: Query };

/** The first visible element that fits, and what a user needs to know of it. */
export type Look = {
  name: string;
  text: string;
  value: string;
  isDisabled: boolean;
  isFocused: boolean;
  /** A press in its middle reaches it. */
  isReachable: boolean;
  x: number;
  y: number;
};

/** Runs in the page. The engines have no common way to find an element by its role. */
export function look(query: Query, action: 'look' | 'scroll' | 'focus' | 'node') {
  const selectors: Record<Role, string> = {
    button: 'button:not([role]), summary, [role="button"], input[type="submit"]',
    link: 'a[href]',
    heading: 'h1, h2, h3, h4',
    field: 'input, select, textarea',
    option: '[role="option"]',
    dialog: 'dialog, [role="dialog"]',
    region: 'section, [role="region"]',
    text: '*',
  };
  const plain = (text: string | null | undefined) => (text ?? '').replaceAll(/\s+/g, ' ').trim();
  const fits = (text: string, matcher: Matcher | undefined) => {
    if (matcher === undefined) return true;
    if ('is' in matcher) return text === matcher.is;
    return new RegExp(matcher.pattern, matcher.flags).test(text);
  };
  const textOf = (node: Node): string => {
    if (node instanceof HTMLElement && node.getAttribute('aria-hidden') === 'true') return '';
    if (!(node instanceof HTMLElement) || node.childNodes.length === 0)
      return node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '') : '';
    const isInline = getComputedStyle(node).display.startsWith('inline');
    const inner = [...node.childNodes].map((child) => textOf(child)).join('');
    return isInline ? inner : ` ${inner} `;
  };
  const nameOf = (element: Element): string => {
    const labelledBy = element.getAttribute('aria-labelledby');
    if (labelledBy !== null)
      return plain(
        labelledBy
          .split(' ')
          .map((id) => document.getElementById(id)?.textContent)
          .join(' '),
      );
    const label = element.getAttribute('aria-label');
    if (label !== null) return plain(label);
    if ('labels' in element && element.labels instanceof NodeList && element.labels.length > 0)
      return plain([...element.labels].map((each) => textOf(each)).join(' ')).replace(/ ?\*$/, '');
    return plain(textOf(element)) || plain(element.getAttribute('title'));
  };
  const valueOf = (element: Element) => {
    if (element instanceof HTMLSelectElement) return plain(element.selectedOptions[0]?.label);
    return 'value' in element ? String(element.value) : '';
  };
  const isVisible = (element: Element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.getClientRects().length > 0 &&
    element.closest('[aria-hidden="true"], [inert]') === null;
  const findAll = ({ role, name, text, within }: Query): HTMLElement[] => {
    const places: ParentNode[] = within === undefined ? [document] : findAll(within);
    const found = places
      .flatMap((place) => [...place.querySelectorAll<HTMLElement>(selectors[role])])
      .filter(
        (element) =>
          isVisible(element) &&
          (name === undefined || fits(nameOf(element), name)) &&
          (text === undefined || fits(plain(element.innerText), text)),
      );
    return role === 'text'
      ? found.filter((each) => !found.some((other) => other !== each && each.contains(other)))
      : found;
  };
  const [element] = findAll(query);
  if (element === undefined) return null;
  if (action === 'node') return element;
  if (action === 'focus') element.focus();
  if (action === 'scroll') element.scrollIntoView({ block: 'center', behavior: 'instant' });
  const box = element.getClientRects()[0] ?? element.getBoundingClientRect();
  const x = Math.round(box.x + box.width / 2);
  const y = Math.round(box.y + box.height / 2);
  const top = document.elementFromPoint(x, y);
  return {
    name: nameOf(element),
    text: plain(element.innerText),
    value: valueOf(element),
    isDisabled: element.matches(':disabled, [aria-disabled="true"]'),
    isFocused: document.activeElement === element,
    isReachable:
      top !== null && (element.contains(top) || top.closest('label')?.control === element),
    x,
    y,
  } satisfies Look;
}
