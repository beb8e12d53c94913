import {
  demoAttorneys,
  demoFirmAdmins,
  demoOffice,
} from '../../apps/server/src/seeds/demo-people.ts';
import { longNamesOfAdmin, longNamesOfAttorney, longSearch } from './long-names.ts';
import { systemAdmin } from './recoup.ts';

/** Every page, by role; a link opens pages with an id. `names` are long names on it. */
export const pageLists = [
  {
    who: 'the system admin',
    as: systemAdmin,
    pages: [
      '/home/firms',
      '/home/add-firm',
      '/home/update-admin-status',
      '/home/vat-rates',
      '/home/audit',
      '/home/incident-pack',
      '/home/profile',
      '/home/security',
      '/home/update-password',
      '/home/unauthorized',
      '/home/nowhere',
    ],
    links: [
      { on: '/home/firms', name: /^Edit/ },
      { on: '/home/firms', name: /admin of/ },
      { on: '/home/firms?search=no-such-firm', name: undefined },
    ],
  },
  {
    who: 'a firm admin',
    as: demoFirmAdmins.lerato,
    pages: [
      '/home/attorneys/attorney-list',
      '/home/attorneys/add-attorney',
      '/home/attorneys/disbursement-list',
      '/home/attorneys/add-disbursement',
      '/home/attorneys/matters',
      '/home/attorneys/statement',
      '/home/attorneys/statements',
      '/home/attorneys/entries',
      '/home/attorneys/fees',
      '/home/attorneys/month-end',
      '/home/attorneys/file-handler',
      '/home/attorneys/exports',
      '/home/attorneys/posting-layouts',
      '/home/attorneys/add-posting-layout',
      '/home/attorneys/overview',
      '/home/attorneys/calls',
      '/home/attorneys/call-imports',
      '/home/attorneys/telephones',
      '/home/attorneys/firm-settings',
      '/home/attorneys/sign-in',
      '/home/attorneys/integrations',
      '/home/attorneys/auditors',
      '/home/attorneys/add-auditor',
      '/home/attorneys/verify-file',
      '/home/attorneys/audit',
      '/home/attorneys/incident-pack',
      '/home/attorneys/update-cell',
      '/home/profile',
      '/home/security',
      '/home/update-password',
    ],
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
    pages: [
      '/home/attorneys/entries',
      '/home/attorneys/exports',
      '/home/attorneys/matters',
      '/home/attorneys/month-end',
      '/home/attorneys/fees',
      '/home/attorneys/integrations',
      '/home/attorneys/verify-file',
    ],
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
    pages: [
      '/home/entries',
      '/home/entries/calls',
      '/home/entries/month',
      '/home/profile',
      '/home/security',
      '/home/update-password',
    ],
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
