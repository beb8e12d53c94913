import { describe, expect, it } from 'vitest';
import { paths, returnPath } from './paths.ts';

const id = '01890a5d-ac96-774b-bcce-b302099a8057';

describe('paths', () => {
  it('are those of the specification, every one', () => {
    expect({
      ...paths,
      logon: [paths.logon(), paths.logon({ to: '/home/firms?page=2' })],
      updateFirm: paths.updateFirm({ firmId: id }),
      addAttorneyAdmin: paths.addAttorneyAdmin({ firmId: id }),
      updateAttorney: paths.updateAttorney({ attorneyId: id }),
      updateDisbursement: paths.updateDisbursement({ disbursementId: id }),
      export: paths.export({ exportId: id }),
      attorneysFound: paths.attorneysFound({ search: 'NP 1' }),
      mattersFound: paths.mattersFound({ search: 'NP 1' }),
      entriesOfAttorney: paths.entriesOfAttorney({ attorney: id }),
      blockingExceptions: [
        paths.blockingExceptions(),
        paths.blockingExceptions({ to: '2026-11-30' }),
      ],
      entriesOfMatter: paths.entriesOfMatter({ matter: id }),
      exportAsPosting: paths.exportAsPosting({ exportId: id, layout: 'ledes98bi' }),
      copyPostingLayout: paths.copyPostingLayout({ copyOf: id }),
      updatePostingLayout: paths.updatePostingLayout({ layoutId: id }),
      statement: paths.statement({ matter: id }),
    }).toEqual({
      root: '/',
      logon: ['/logon', '/logon?to=%2Fhome%2Ffirms%3Fpage%3D2'],
      home: '/home',
      unauthorized: '/home/unauthorized',
      updatePassword: '/home/update-password',
      profile: '/home/profile',
      firms: '/home/firms',
      addFirm: '/home/add-firm',
      updateFirm: `/home/update-firm?firmId=${id}`,
      addAttorneyAdmin: `/home/add-attorney-admin?firmId=${id}`,
      updateAdminStatus: '/home/update-admin-status',
      vatRates: '/home/vat-rates',
      attorneyArea: '/home/attorneys',
      attorneys: '/home/attorneys/attorney-list',
      addAttorney: '/home/attorneys/add-attorney',
      addAttorneyShort: '/home/add-attorney',
      updateAttorney: `/home/attorneys/update-attorney?attorneyId=${id}`,
      disbursements: '/home/attorneys/disbursement-list',
      addDisbursement: '/home/attorneys/add-disbursement',
      updateDisbursement: `/home/attorneys/update-disbursement?disbursementId=${id}`,
      matters: '/home/attorneys/matters',
      attorneysFound: '/home/attorneys/attorney-list?search=NP+1',
      mattersFound: '/home/attorneys/matters?search=NP+1',
      statement: `/home/attorneys/statement?matter=${id}`,
      statements: '/home/attorneys/statements',
      firmEntries: '/home/attorneys/entries',
      entriesOfAttorney: `/home/attorneys/entries?attorney=${id}`,
      entriesOfMatter: `/home/attorneys/entries?matter=${id}`,
      fees: '/home/attorneys/fees',
      fileHandler: '/home/attorneys/file-handler',
      exports: '/home/attorneys/exports',
      export: `/home/attorneys/export?exportId=${id}`,
      exportAsPosting: `/home/attorneys/export?exportId=${id}&layout=ledes98bi`,
      postingLayouts: '/home/attorneys/posting-layouts',
      addPostingLayout: '/home/attorneys/add-posting-layout',
      copyPostingLayout: `/home/attorneys/add-posting-layout?copyOf=${id}`,
      updatePostingLayout: `/home/attorneys/update-posting-layout?layoutId=${id}`,
      monthEnd: '/home/attorneys/month-end',
      blockingExceptions: [
        '/home/attorneys/month-end?level=block',
        '/home/attorneys/month-end?to=2026-11-30&level=block',
      ],
      overview: '/home/attorneys/overview',
      firmCalls: '/home/attorneys/calls',
      callImports: '/home/attorneys/call-imports',
      telephones: '/home/attorneys/telephones',
      firmSettings: '/home/attorneys/firm-settings',
      updateCell: '/home/attorneys/update-cell',
      entries: '/home/entries',
      newEntry: '/home/entries?new=entry',
      ownCalls: '/home/entries/calls',
      guide: '/guide',
      api: '/api',
    });
  });

  it.each([
    ['/home/attorneys/attorney-list?page=2', '/home/attorneys/attorney-list?page=2'],
    ['/home', '/home'],
    [null, '/home'],
    ['//evil.example/home', '/home'],
    ['https://evil.example/home', '/home'],
    ['/homestead', '/home'],
    ['/logon', '/home'],
  ])('lead back from %s to %s after the sign-in', (to, expected) => {
    expect(returnPath(to)).toBe(expected);
  });
});
