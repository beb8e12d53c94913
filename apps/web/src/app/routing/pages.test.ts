import { expect, it } from 'vitest';
import { paths } from '../../platform/browser/paths.ts';
import { areas } from './areas.ts';

const addresses = Object.values(areas).flatMap(({ at, pages }) =>
  pages.map(({ path }) => (path === '' ? at : `${at}/${path}`)),
);
/** Addresses of `router.tsx` beside the pages of the areas. */
const others = [
  paths.root,
  paths.logon(),
  paths.home,
  paths.unauthorized,
  paths.attorneyArea,
  paths.addAttorneyShort,
  paths.guide,
  paths.api,
];
const ids = {
  accountId: '1',
  attorney: '1',
  attorneyId: '1',
  auditorId: '1',
  copyOf: '1',
  disbursementId: '1',
  exportId: '1',
  firmId: '1',
  from: '1',
  layout: '1',
  layoutId: '1',
  matter: '1',
  search: '1',
  subject: '1',
  to: '1',
};

it('has a page for every address that a link may lead to', () => {
  const linked = Object.values(paths)
    .map((path) => (typeof path === 'string' ? path : path(ids)))
    .map((path) => path.split('?')[0] ?? '');
  expect(linked.filter((path) => ![...addresses, ...others].includes(path))).toEqual([]);
});

it('has one page at each address', () => {
  expect(addresses).toEqual([...new Set(addresses)]);
});
