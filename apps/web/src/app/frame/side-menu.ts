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
  calls: paths.firmCalls,
  'call-imports': paths.callImports,
  telephones: paths.callImports,
  'firm-settings': paths.firmSettings,
  audit: paths.audit,
  'file-handler': paths.fileHandler,
  exports: paths.fileHandler,
  export: paths.fileHandler,
  'posting-layouts': paths.fileHandler,
  'add-posting-layout': paths.fileHandler,
  'update-posting-layout': paths.fileHandler,
};

/** The active item, by the 4th segment of the path (specification, section 2.14). */
export function activeItem(pathname: string): string | undefined {
  return itemBySegment[pathname.split('/')[3] ?? ''];
}
