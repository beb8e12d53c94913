import { demoAttorneys, demoFirmAdmins } from '../../apps/server/src/seeds/demo-people.ts';
import { systemAdmin } from './recoup.ts';

/** Every page as its own role sees it; a link opens what needs an id. */
export const pageLists = [
  {
    who: 'the system admin',
    as: systemAdmin,
    pages: [
      '/home/firms',
      '/home/add-firm',
      '/home/update-admin-status',
      '/home/vat-rates',
      '/home/profile',
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
      '/home/attorneys/update-cell',
      '/home/profile',
      '/home/update-password',
    ],
    links: [
      { on: '/home/attorneys/attorney-list', name: /^Edit/ },
      { on: '/home/attorneys/disbursement-list', name: /^Edit/ },
      { on: '/home/attorneys/matters', name: /^Statement of/ },
      { on: '/home/attorneys/attorney-list?search=no-such-person', name: undefined },
    ],
  },
  {
    who: 'an attorney',
    as: demoAttorneys.thabo,
    pages: ['/home/entries', '/home/entries/calls', '/home/profile', '/home/update-password'],
    links: [],
  },
] as const;
