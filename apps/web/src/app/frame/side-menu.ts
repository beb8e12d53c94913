import { paths } from '../../platform/browser/paths.ts';

const itemBySegment: Readonly<Record<string, string>> = {
  'attorney-list': paths.attorneys,
  'add-attorney': paths.attorneys,
  'update-attorney': paths.attorneys,
  'disbursement-list': paths.disbursements,
  'add-disbursement': paths.disbursements,
  'update-disbursement': paths.disbursements,
  matters: paths.matters,
  statement: paths.matters,
  statements: paths.matters,
  entries: paths.firmEntries,
  fees: paths.fees,
  'month-end': paths.monthEnd,
  overview: paths.overview,
  auditors: paths.auditors,
  'add-auditor': paths.auditors,
  'update-auditor': paths.auditors,
  'verify-file': paths.verifyFile,
  calls: paths.firmCalls,
  'call-imports': paths.callImports,
  telephones: paths.callImports,
  integrations: paths.integrations,
  'firm-settings': paths.firmSettings,
  audit: paths.audit,
  'incident-pack': paths.audit,
  'file-handler': paths.fileHandler,
  exports: paths.fileHandler,
  export: paths.fileHandler,
  'posting-layouts': paths.fileHandler,
  'add-posting-layout': paths.fileHandler,
  'update-posting-layout': paths.fileHandler,
};

/** An auditor has no page of files. */
const auditorItems: Readonly<Record<string, string>> = {
  exports: paths.exports,
  export: paths.exports,
};

/** The active item, by the 4th segment of the path (specification, section 2.14). */
export function activeItem(pathname: string, isAuditor = false): string | undefined {
  const segment = pathname.split('/')[3] ?? '';
  return (isAuditor ? auditorItems[segment] : undefined) ?? itemBySegment[segment];
}
