import { type Role, role } from '@recoup/contract/core/access';
import type { ComponentType } from 'react';
import { paths } from '../../platform/browser/paths.ts';
import {
  AlertIcon,
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

export type Tab = {
  label: string;
  to: string;
  /** Search words of the palette beside the label. */
  keywords?: string;
  /** Its shortcut after g. */
  key?: string;
  /** Further pages on which it is the current one, by the last part of their address. */
  pages?: readonly string[];
};
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
  key: 'm',
  Icon: FileIcon,
  pages: ['statement', 'statements', 'taxation-packs'],
};
const entries: MenuItem = {
  label: 'Entries',
  to: paths.firmEntries,
  key: 'e',
  Icon: ListIcon,
  pages: ['accounts', 'account', 'add-account', 'suppliers'],
};
const fees: MenuItem = { label: 'Fees', to: paths.fees, key: 'f', Icon: PriceIcon };
const monthEnd: MenuItem = {
  label: 'Month end',
  to: paths.monthEnd,
  key: 'c',
  Icon: MonthIcon,
  count: 'exceptions',
};
const auditTabs: readonly Tab[] = [
  { label: 'Log', to: paths.audit },
  {
    label: 'Verify a file',
    to: paths.verifyFile,
    keywords: 'hash sha-256 export check sums prices',
  },
  { label: 'Incident pack', to: paths.incidentPack() },
];
const integrations: Tab = {
  label: 'Integrations',
  to: paths.integrations,
  keywords: 'api keys webhooks sftp schedule assistants mcp',
};

/** Menus by role, with the tabs of an item (product-3.md, section 1). */
export const menus: Readonly<Record<Role, readonly MenuSection[]>> = {
  [role.attorneyAdmin]: [
    {
      items: [
        {
          label: 'Attorneys',
          to: paths.attorneys,
          key: 'a',
          Icon: PeopleIcon,
          pages: ['add-attorney', 'update-attorney'],
        },
        {
          label: 'Disbursements',
          to: paths.disbursements,
          key: 'd',
          Icon: ReceiptIcon,
          pages: ['add-disbursement', 'update-disbursement'],
        },
        {
          label: 'Import / Export',
          to: paths.fileHandler,
          key: 'i',
          Icon: TransferIcon,
          tabs: [
            { label: 'Matters in', to: paths.fileHandler },
            { label: 'Export', to: `${paths.fileHandler}#export` },
            { label: 'All exports', to: paths.exports, key: 'x', pages: ['export'] },
          ],
        },
      ],
    },
    {
      heading: 'Month',
      items: [
        { label: 'Overview', to: paths.overview, key: 'o', Icon: OverviewIcon },
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
          key: 's',
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
        { label: 'Audit', to: paths.audit, key: 'u', Icon: AuditIcon, tabs: auditTabs },
      ],
    },
  ],
  [role.attorney]: [
    {
      items: [
        { label: 'Record', to: paths.entries, key: 'e', Icon: PencilIcon },
        { label: 'Calls', to: paths.ownCalls, Icon: PhoneIcon, pages: ['phone-calls'] },
        { label: 'Month', to: paths.ownMonth, key: 'c', Icon: MonthIcon },
      ],
    },
  ],
  [role.auditor]: [
    {
      items: [
        entries,
        {
          label: 'Exports',
          to: paths.exports,
          key: 'x',
          Icon: TransferIcon,
          pages: ['export'],
        },
        matters,
        fees,
        monthEnd,
        {
          label: 'Audit',
          to: paths.audit,
          key: 'u',
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
          key: 'f',
          Icon: BuildingIcon,
          pages: ['add-firm', 'update-firm', 'add-attorney-admin', 'update-admin-status'],
        },
        { label: 'VAT rates', to: paths.vatRates, key: 'v', Icon: PriceIcon },
        { label: 'Operations', to: paths.operations, key: 'o', Icon: AlertIcon },
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

function isCurrent(item: MenuItem, pathname: string): boolean {
  return [item, ...(item.tabs ?? [])].some((tab) => isOn(tab, pathname));
}

/** Whether a page belongs to a tab or an item. */
export function isOn({ to, pages = [] }: Tab, pathname: string): boolean {
  const page = pageName(pathname);
  return page === pageName(to) || pages.includes(page);
}

function pageName(address: string): string {
  const [pathname = ''] = address.split(/[?#]/);
  return pathname.split('/').slice(0, 4).at(-1) ?? '';
}
