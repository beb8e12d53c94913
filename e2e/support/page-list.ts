import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { areas } from '../../apps/web/src/app/routing/areas.ts';
import { longNamesOfAdmin, longNamesOfAttorney, longSearch } from './long-names.ts';
import { systemAdmin } from './recoup.ts';

/** Pages that need an id, which a link or a test of their own opens. */
const needId = new Set([
  'account',
  'add-attorney-admin',
  'export',
  'update-attorney',
  'update-auditor',
  'update-disbursement',
  'update-firm',
  'update-posting-layout',
]);
/** Pages that look alike for an auditor, and those that every role has. */
const asAdmin = /\/(?:statements?|taxation-packs|audit|incident-pack)$/;

function addresses(...names: readonly (keyof typeof areas)[]): string[] {
  const found = names
    .map((name) => areas[name])
    .flatMap(({ at, pages }) => pages.map(({ path }) => (path === '' ? at : `${at}/${path}`)));
  return found.filter((address) => !needId.has(address.split('/').at(-1) ?? ''));
}

/** Every page, by role; a link opens pages with an id. `names` are long names on it. */
export const pageLists = [
  {
    who: 'the system admin',
    as: systemAdmin,
    pages: [...addresses('system', 'shared'), '/home/unauthorized', '/home/nowhere'],
    links: [
      { on: '/home/firms', name: /^Edit/ },
      { on: '/home/firms', name: /admin of/ },
      { on: '/home/firms?search=no-such-firm', name: undefined },
    ],
  },
  {
    who: 'a firm admin',
    as: demoFirmAdmins.lerato,
    pages: addresses('admin', 'office', 'shared'),
    links: [
      { on: '/home/attorneys/attorney-list', name: /^Edit/ },
      { on: '/home/attorneys/disbursement-list', name: /^Edit/ },
      { on: '/home/attorneys/matters', name: /^Statement of NP/ },
      { on: '/home/attorneys/attorney-list?search=no-such-person', name: undefined },
      { on: `/home/attorneys/matters?search=${longSearch}`, name: undefined },
      { on: '/home/attorneys/entries?search=xxxx', name: undefined },
    ],
    names: longNamesOfAdmin,
  },
  {
    who: 'an auditor',
    as: demoOffice.gillian,
    pages: addresses('office').filter((address) => !asAdmin.test(address)),
    links: [{ on: '/home/attorneys/matters', name: /^Statement of/ }],
  },
  {
    who: 'a secretary',
    as: demoOffice.precious,
    pages: ['/home/entries', '/home/entries/month'],
    links: [],
  },
  {
    who: 'an attorney',
    as: demoAttorneys.thabo,
    pages: addresses('own', 'shared'),
    links: [],
    names: longNamesOfAttorney,
  },
] as const;

/** The pages that need no sign-in; `/api` has tests of its own. */
export const publicPages = {
  who: 'a visitor',
  pages: ['/logon', '/guide', '/nowhere'],
  links: [],
} as const;
