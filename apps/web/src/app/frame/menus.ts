import { type Role, role } from '@recoup/contract/core/access';
import type { ComponentType } from 'react';
import { paths } from '../../platform/browser/paths.ts';
import {
  AuditIcon,
  BuildingIcon,
  FileIcon,
  ListIcon,
  MonthIcon,
  OverviewIcon,
  PencilIcon,
  PeopleIcon,
  PhoneIcon,
  PriceIcon,
  ReceiptIcon,
  SettingsIcon,
  TransferIcon,
} from '../../ui/controls/icons.tsx';

/** `pages`: further pages on which it is the current one, by the last part of their address. */
export type Tab = { label: string; to: string; pages?: readonly string[] };
export type MenuItem = Tab & {
  Icon: ComponentType;
  /** The first one leads to the item's own page. */
  tabs?: readonly Tab[];
  count?: 'calls' | 'exceptions';
};
/** Without a heading the items stand first, or with `isFoot` at the lower end. */
export type MenuSection = { heading?: string; isFoot?: true; items: readonly MenuItem[] };

const matters: MenuItem = {
  label: 'Matters',
  to: paths.matters,
  Icon: FileIcon,
  pages: ['statement', 'statements'],
};
const entries: MenuItem = { label: 'Entries', to: paths.firmEntries, Icon: ListIcon };
const fees: MenuItem = { label: 'Fees', to: paths.fees, Icon: PriceIcon };
const monthEnd: MenuItem = {
  label: 'Month end',
  to: paths.monthEnd,
  Icon: MonthIcon,
  count: 'exceptions',
};
const auditTabs: readonly Tab[] = [
  { label: 'Log', to: paths.audit },
  { label: 'Verify a file', to: paths.verifyFile },
  { label: 'Incident pack', to: paths.incidentPack() },
];
const integrations: Tab = { label: 'Integrations', to: paths.integrations };

/** Menus by role, with the tabs of an item (product-3.md, section 1). */
export const menus: Readonly<Record<Role, readonly MenuSection[]>> = {
  [role.attorneyAdmin]: [
    {
      items: [
        {
          label: 'Attorneys',
          to: paths.attorneys,
          Icon: PeopleIcon,
          pages: ['add-attorney', 'update-attorney'],
        },
        {
          label: 'Disbursements',
          to: paths.disbursements,
          Icon: ReceiptIcon,
          pages: ['add-disbursement', 'update-disbursement'],
        },
        {
          label: 'Import / Export',
          to: paths.fileHandler,
          Icon: TransferIcon,
          tabs: [
            { label: 'Matters in', to: paths.fileHandler },
            { label: 'Export', to: `${paths.fileHandler}#export` },
            { label: 'All exports', to: paths.exports, pages: ['export'] },
          ],
        },
      ],
    },
    {
      heading: 'Month',
      items: [
        { label: 'Overview', to: paths.overview, Icon: OverviewIcon },
        entries,
        {
          label: 'Calls',
          to: paths.firmCalls,
          Icon: PhoneIcon,
          count: 'calls',
          tabs: [
            { label: 'Open', to: paths.firmCalls },
            { label: 'Import', to: paths.callImports },
            { label: 'Telephones', to: paths.telephones },
          ],
        },
        monthEnd,
      ],
    },
    { heading: 'Prepare', items: [matters, fees] },
    {
      isFoot: true,
      items: [
        {
          label: 'Settings',
          to: paths.firmSettings,
          Icon: SettingsIcon,
          tabs: [
            { label: 'Firm and VAT', to: paths.firmSettings },
            { label: 'Sign-in', to: paths.signInSettings },
            {
              label: 'Posting',
              to: paths.postingLayouts,
              pages: ['add-posting-layout', 'update-posting-layout'],
            },
            {
              label: 'People who read',
              to: paths.auditors,
              pages: ['add-auditor', 'update-auditor'],
            },
            integrations,
          ],
        },
        { label: 'Audit', to: paths.audit, Icon: AuditIcon, tabs: auditTabs },
      ],
    },
  ],
  [role.attorney]: [
    {
      items: [
        { label: 'Record', to: paths.entries, Icon: PencilIcon },
        { label: 'Calls', to: paths.ownCalls, Icon: PhoneIcon },
        { label: 'Month', to: paths.ownMonth, Icon: MonthIcon },
      ],
    },
  ],
  [role.auditor]: [
    {
      items: [
        entries,
        { label: 'Exports', to: paths.exports, Icon: TransferIcon, pages: ['export'] },
        matters,
        fees,
        monthEnd,
        {
          label: 'Audit',
          to: paths.audit,
          Icon: AuditIcon,
          tabs: [...auditTabs, integrations],
        },
      ],
    },
  ],
  [role.systemAdmin]: [
    {
      items: [
        {
          label: 'Firms',
          to: paths.firms,
          Icon: BuildingIcon,
          pages: ['add-firm', 'update-firm', 'add-attorney-admin', 'update-admin-status'],
        },
        { label: 'VAT rates', to: paths.vatRates, Icon: PriceIcon },
        {
          label: 'Audit',
          to: paths.auditOfAll,
          Icon: AuditIcon,
          tabs: [
            { label: 'Log', to: paths.auditOfAll },
            { label: 'Incident pack', to: paths.incidentPackOfAll() },
          ],
        },
      ],
    },
  ],
};

/** The current item, by the last of the first four parts of an address (specification, 2.14). */
export function activeItem(of: Role, pathname: string): MenuItem | undefined {
  return menus[of].flatMap(({ items }) => items).find((item) => isCurrent(item, pathname));
}

/** The current tab of an item; of two with one page that of the hash. */
export function activeTab(
  { tabs = [] }: MenuItem,
  { pathname, hash }: { pathname: string; hash: string },
): Tab | undefined {
  const current = tabs.filter((tab) => isOn(tab, pathname));
  return current.find(({ to }) => hash !== '' && to.endsWith(hash)) ?? current[0];
}

function isCurrent(item: MenuItem, pathname: string): boolean {
  return [item, ...(item.tabs ?? [])].some((tab) => isOn(tab, pathname));
}

function isOn({ to, pages = [] }: Tab, pathname: string): boolean {
  const page = pageName(pathname);
  return page === pageName(to) || pages.includes(page);
}

function pageName(address: string): string {
  const [pathname = ''] = address.split(/[?#]/);
  return pathname.split('/').slice(0, 4).at(-1) ?? '';
}
