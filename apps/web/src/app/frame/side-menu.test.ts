import { describe, expect, it } from 'vitest';
import { paths } from '../../platform/browser/paths.ts';
import { activeItem } from './side-menu.ts';

describe('the side menu', () => {
  it.each([
    [paths.attorneys, paths.attorneys],
    [paths.addAttorney, paths.attorneys],
    ['/home/attorneys/update-attorney', paths.attorneys],
    [paths.disbursements, paths.disbursements],
    [paths.addDisbursement, paths.disbursements],
    ['/home/attorneys/update-disbursement', paths.disbursements],
    [paths.matters, paths.matters],
    [paths.firmEntries, paths.firmEntries],
    [paths.fees, paths.fees],
    [paths.monthEnd, paths.monthEnd],
    [paths.overview, paths.overview],
    [paths.firmCalls, paths.firmCalls],
    [paths.callImports, paths.callImports],
    [paths.telephones, paths.callImports],
    [paths.integrations, paths.integrations],
    [paths.firmSettings, paths.firmSettings],
    [paths.audit, paths.audit],
    [paths.incidentPack(), paths.audit],
    [paths.fileHandler, paths.fileHandler],
    [paths.exports, paths.fileHandler],
    ['/home/attorneys/statement', paths.matters],
    [paths.statements, paths.matters],
    [paths.postingLayouts, paths.fileHandler],
    [paths.addPostingLayout, paths.fileHandler],
    ['/home/attorneys/update-posting-layout', paths.fileHandler],
    [paths.auditors, paths.auditors],
    [paths.addAuditor, paths.auditors],
    ['/home/attorneys/update-auditor', paths.auditors],
    [paths.verifyFile, paths.verifyFile],
    [paths.updateCell, undefined],
    [paths.attorneyArea, undefined],
  ])('on %s marks %s', (pathname, item) => {
    expect(activeItem(pathname)).toBe(item);
  });

  it('of an auditor has the ledger itself', () => {
    expect(activeItem(paths.exports, true)).toBe(paths.exports);
    expect(activeItem('/home/attorneys/export', true)).toBe(paths.exports);
    expect(activeItem(paths.matters, true)).toBe(paths.matters);
  });
});
