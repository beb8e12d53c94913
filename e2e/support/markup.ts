import type { Page } from 'playwright-core';

/** Faults against the HTML standard that axe does not report. */
export async function markupFaults(page: Page): Promise<string[]> {
  return [
    ...(await page.evaluate(faultsOfAttributes)),
    ...(await page.evaluate(faultsOfNesting)),
    ...(await page.evaluate(faultsOfNames)),
  ];
}

function faultsOfAttributes(): string[] {
  const all = [...document.querySelectorAll<HTMLElement>('body *')];
  const ids = all.map(({ id }) => id).filter((id) => id !== '');
  const notEmpty = [
    'min',
    'max',
    'maxlength',
    'pattern',
    'href',
    'for',
    'id',
    'name',
    'autocomplete',
  ];
  const references = ['aria-describedby', 'aria-labelledby', 'aria-activedescendant', 'for'];
  // Those of the standard's list that a back-office can need: no address or card of the user is
  // typed here.
  const completions = [
    'on',
    'off',
    'name',
    'username',
    'new-password',
    'current-password',
    'one-time-code',
    'tel-national',
  ];
  const faultsOf = (element: HTMLElement): string[] => {
    const completion = element.getAttribute('autocomplete');
    return [
      ...notEmpty
        .filter((name) => element.getAttribute(name) === '')
        .map((name) => `an empty ${name}`),
      ...references
        .flatMap((name) => (element.getAttribute(name) ?? '').split(' '))
        .filter((id) => id !== '' && !ids.includes(id))
        .map((id) => `a reference to ${id}, which is not there`),
      ...(completion !== null && !completions.includes(completion)
        ? [`autocomplete="${completion}"`]
        : []),
      ...(element.matches(
        'input:is([type="hidden"], [type="checkbox"], [type="radio"], [type="file"])[autocomplete]',
      )
        ? ['autocomplete where nothing is typed']
        : []),
    ].map((fault) => `${element.tagName.toLowerCase()}: ${fault}`);
  };
  const twice = ids
    .filter((id, index) => ids.indexOf(id) !== index)
    .map((id) => `the id ${id} twice`);
  return [...new Set([...all.flatMap((element) => faultsOf(element)), ...twice])];
}

/** Blocks within text, controls within controls, and children that their parent does not take. */
function faultsOfNesting(): string[] {
  const blocks =
    'address, article, aside, blockquote, details, dialog, div, dl, fieldset, figure, footer, ' +
    'form, h1, h2, h3, h4, header, hr, main, nav, ol, p, pre, search, section, table, ul';
  const texts = 'p, h1, h2, h3, h4, span, strong, small, em, code, kbd, label, button, output';
  const inputs = 'input, select, textarea';
  const controls =
    'a[href], button, details, input, label, select, textarea, [tabindex]:not([tabindex="-1"])';
  const rules = [
    ['a block within text', `:is(${texts}) :is(${blocks})`],
    [
      'a block within a legend or summary',
      `:is(legend, summary) :is(div, p, ul, ol, dl, table, section, form)`,
    ],
    ['a control within a control', `:is(a[href], button) :is(${controls})`],
    [
      'a label that labels more than one control',
      `label:has(:is(${inputs}) ~ :is(${inputs})), label :is(a, button, label)`,
    ],
    ['a form within a form', 'form form'],
    ['a list with what is no item', ':is(ul, ol) > :not(li)'],
    ['an item without a list', 'li:not(:is(ul, ol) > li)'],
    ['a term without a list', ':is(dt, dd):not(dl > *, dl > div > *), dl > :not(dt, dd, div)'],
    ['a row out of its table', 'tr:not(:is(thead, tbody, tfoot) > tr), :is(td, th):not(tr > *)'],
    ['an option out of its list', 'option:not(select > *, optgroup > *, datalist > *)'],
    [
      'a legend or summary that is not first',
      'legend:not(fieldset > :first-child), summary:not(details > :first-child)',
    ],
  ] as const;
  return rules.flatMap(([fault, selector]) =>
    [...document.querySelectorAll(selector)].map(
      (element) => `${fault}: ${element.outerHTML.slice(0, 120)}`,
    ),
  );
}

/** Users of speech input name a control by its visible text. */
function faultsOfNames(): string[] {
  const plain = (text: string) => text.replaceAll(/\s+/g, ' ').trim().toLowerCase();
  const wordsOf = (element: Element): string => {
    const clone = element.cloneNode(true) as Element; // a copy of an element is one
    for (const part of clone.querySelectorAll(
      '[aria-hidden="true"], kbd, select, .visually-hidden',
    ))
      part.remove();
    return plain(clone.textContent);
  };
  const named = [
    ...document.querySelectorAll<HTMLElement>(
      ':is(a, button, summary, input, select, textarea, [role])[aria-label]',
    ),
  ];
  return named
    .filter((element) =>
      element.matches(
        'a, button, summary, input, select, textarea, ' +
          '[role="option"], [role="tab"], [role="menuitem"]',
      ),
    )
    .flatMap((element) => {
      const label = plain(element.ariaLabel ?? '');
      const labels =
        'labels' in element && element.labels instanceof NodeList ? [...element.labels] : [];
      const seen = [
        ...(element.matches('select') ? [] : [wordsOf(element)]),
        ...labels.map((each) => (each instanceof Element ? wordsOf(each) : '')),
      ];
      return seen
        .filter((message) => !label.includes(message))
        .map((words) => `the name “${label}” without “${words}”`);
    });
}
