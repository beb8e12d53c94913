/** Query parameters of the incident pack. */
type Incident = Readonly<Record<string, string>>;

/** Every address of the product (specification, section 2). */
export const paths = {
  root: '/',
  logon: (options: { to?: string } = {}) => withQuery('/logon', options),
  home: '/home',
  unauthorized: '/home/unauthorized',
  updatePassword: '/home/update-password',
  profile: '/home/profile',
  security: '/home/security',

  firms: '/home/firms',
  addFirm: '/home/add-firm',
  updateFirm: (query: { firmId: string }) => withQuery('/home/update-firm', query),
  addAttorneyAdmin: (query: { firmId: string }) => withQuery('/home/add-attorney-admin', query),
  updateAdminStatus: '/home/update-admin-status',
  vatRates: '/home/vat-rates',
  operations: '/home/operations',
  auditOfAll: '/home/audit',
  incidentPackOfAll: (query: Incident = {}) => withQuery('/home/incident-pack', query),

  attorneyArea: '/home/attorneys',
  attorneys: '/home/attorneys/attorney-list',
  attorneysFound: (query: { search: string }) => withQuery('/home/attorneys/attorney-list', query),
  addAttorney: '/home/attorneys/add-attorney',
  /** The top menu's spelling of the same page. */
  addAttorneyShort: '/home/add-attorney',
  updateAttorney: (query: { attorneyId: string }) =>
    withQuery('/home/attorneys/update-attorney', query),
  disbursements: '/home/attorneys/disbursement-list',
  addDisbursement: '/home/attorneys/add-disbursement',
  updateDisbursement: (query: { disbursementId: string }) =>
    withQuery('/home/attorneys/update-disbursement', query),
  matters: '/home/attorneys/matters',
  mattersFound: (query: { search: string }) => withQuery('/home/attorneys/matters', query),
  statement: (query: { matter: string }) => withQuery('/home/attorneys/statement', query),
  statements: '/home/attorneys/statements',
  taxationPacks: (query: { matter?: string; from?: string; to?: string; masked?: string } = {}) =>
    withQuery('/home/attorneys/taxation-packs', query),
  firmEntries: '/home/attorneys/entries',
  entriesBy: (query: { attorney: string } | { matter: string; from?: string; to?: string }) =>
    withQuery('/home/attorneys/entries', query),
  accounts: '/home/attorneys/accounts',
  addAccount: (query: { credits?: string } = {}) => withQuery('/home/attorneys/add-account', query),
  account: (query: { accountId: string }) => withQuery('/home/attorneys/account', query),
  suppliers: '/home/attorneys/suppliers',
  fees: '/home/attorneys/fees',
  fileHandler: '/home/attorneys/file-handler',
  exports: '/home/attorneys/exports',
  export: (query: { exportId: string; layout?: string }) =>
    withQuery('/home/attorneys/export', query),
  verifyFile: '/home/attorneys/verify-file',
  auditors: '/home/attorneys/auditors',
  addAuditor: '/home/attorneys/add-auditor',
  updateAuditor: (query: { auditorId: string }) =>
    withQuery('/home/attorneys/update-auditor', query),
  postingLayouts: '/home/attorneys/posting-layouts',
  addPostingLayout: '/home/attorneys/add-posting-layout',
  copyPostingLayout: (query: { copyOf: string }) =>
    withQuery('/home/attorneys/add-posting-layout', query),
  updatePostingLayout: (query: { layoutId: string }) =>
    withQuery('/home/attorneys/update-posting-layout', query),
  monthEnd: '/home/attorneys/month-end',
  blockingExceptions: (query: { to?: string } = {}) =>
    withQuery('/home/attorneys/month-end', { ...query, level: 'block' }),
  overview: '/home/attorneys/overview',
  firmCalls: '/home/attorneys/calls',
  callImports: '/home/attorneys/call-imports',
  telephones: '/home/attorneys/telephones',
  integrations: '/home/attorneys/integrations',
  firmSettings: '/home/attorneys/firm-settings',
  signInSettings: '/home/attorneys/sign-in',
  audit: '/home/attorneys/audit',
  history: (query: { subject: string }) => withQuery('/home/attorneys/audit', query),
  incidentPack: (query: Incident = {}) => withQuery('/home/attorneys/incident-pack', query),
  updateCell: '/home/attorneys/update-cell',

  entries: '/home/entries',
  newEntry: '/home/entries?new=entry',
  ownCalls: '/home/entries/calls',
  phoneCalls: '/home/entries/phone-calls',
  ownMonth: '/home/entries/month',

  /** Beyond the specification: how to use the product, in five minutes. */
  guide: '/guide',
  /** Beyond the specification: the calls of the wire, for who connects another system. */
  api: '/api',
} as const;

/** The page to return to after sign-in; own addresses only, against open redirects. */
export function returnPath(to: string | null): string {
  return to !== null && /^\/home(?:[/?]|$)/.test(to) ? to : paths.home;
}

function withQuery(path: string, query: Readonly<Record<string, string>>): string {
  const search = new URLSearchParams(query).toString();
  return search === '' ? path : `${path}?${search}`;
}
