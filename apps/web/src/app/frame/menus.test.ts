import { type Role, role } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { paths } from '../../platform/browser/paths.ts';
import { activeItem, menus } from './menus.ts';
import { activeTab } from './tabs.tsx';

const { attorney, attorneyAdmin, auditor, systemAdmin } = role;

function current(of: Role, address: string): (string | undefined)[] {
  const { pathname, hash } = new URL(address, 'http://recoup.test');
  const item = activeItem(of, pathname);
  return [item?.label, item && activeTab(item, { pathname, hash })?.label];
}

describe('the menu', () => {
  it.each([
    [paths.attorneys, 'Attorneys'],
    [paths.addAttorney, 'Attorneys'],
    ['/home/attorneys/update-attorney', 'Attorneys'],
    [paths.disbursements, 'Disbursements'],
    [paths.addDisbursement, 'Disbursements'],
    ['/home/attorneys/update-disbursement', 'Disbursements'],
    [paths.fileHandler, 'Import / Export', 'Matters in'],
    [`${paths.fileHandler}#export`, 'Import / Export', 'Export'],
    [paths.exports, 'Import / Export', 'All exports'],
    ['/home/attorneys/export?exportId=1', 'Import / Export', 'All exports'],
    [paths.overview, 'Overview'],
    [paths.firmEntries, 'Entries'],
    [paths.accounts, 'Entries'],
    [paths.addAccount(), 'Entries'],
    ['/home/attorneys/account?accountId=1', 'Entries'],
    [paths.suppliers, 'Entries'],
    [paths.firmCalls, 'Calls', 'Open'],
    [paths.callImports, 'Calls', 'Import'],
    [paths.telephones, 'Calls', 'Telephones'],
    [paths.monthEnd, 'Month end'],
    [paths.matters, 'Matters'],
    ['/home/attorneys/statement?matter=1', 'Matters'],
    [paths.statements, 'Matters'],
    [paths.fees, 'Fees'],
    [paths.firmSettings, 'Settings', 'Firm and VAT'],
    [paths.signInSettings, 'Settings', 'Sign-in'],
    [paths.postingLayouts, 'Settings', 'Posting'],
    [paths.addPostingLayout, 'Settings', 'Posting'],
    ['/home/attorneys/update-posting-layout', 'Settings', 'Posting'],
    [paths.auditors, 'Settings', 'People who read'],
    [paths.addAuditor, 'Settings', 'People who read'],
    ['/home/attorneys/update-auditor', 'Settings', 'People who read'],
    [paths.integrations, 'Settings', 'Integrations'],
    [paths.audit, 'Audit', 'Log'],
    [paths.verifyFile, 'Audit', 'Verify a file'],
    [paths.incidentPack(), 'Audit', 'Incident pack'],
    [paths.updateCell, undefined],
    [paths.attorneyArea, undefined],
    [paths.profile, undefined],
  ])('of a firm admin on %s marks %s', (address, item, tab?: string) => {
    expect(current(attorneyAdmin, address)).toEqual([item, tab]);
  });

  it.each([
    [auditor, paths.exports, 'Exports'],
    [auditor, '/home/attorneys/export', 'Exports'],
    [auditor, paths.matters, 'Matters'],
    [auditor, paths.integrations, 'Audit', 'Integrations'],
    [systemAdmin, paths.firms, 'Firms'],
    [systemAdmin, paths.addFirm, 'Firms'],
    [systemAdmin, paths.updateAdminStatus, 'Firms'],
    [systemAdmin, paths.vatRates, 'VAT rates'],
    [systemAdmin, paths.operations, 'Operations'],
    [systemAdmin, paths.auditOfAll, 'Audit', 'Log'],
    [systemAdmin, paths.incidentPackOfAll(), 'Audit', 'Incident pack'],
    [attorney, paths.entries, 'Record'],
    [attorney, paths.newEntry, 'Record'],
    [attorney, paths.ownCalls, 'Calls'],
    [attorney, paths.phoneCalls, 'Calls'],
    [attorney, paths.ownMonth, 'Month'],
  ])('of role %i on %s marks %s', (of, address, item, tab?: string) => {
    expect(current(of, address)).toEqual([item, tab]);
  });

  it.each(Object.values(role))('of role %i has at most eleven items', (of) => {
    expect(menus[of].flatMap(({ items }) => items).length).toBeLessThanOrEqual(11);
  });
});
