import { type RouteObject, redirect } from 'react-router';
import { paths } from '../../platform/browser/paths.ts';
import { form, Nothing, page } from './lazy-page.ts';
import { NotFoundPage } from './not-found-page.tsx';

const attorneyForm = async () =>
  (await import('../../users/attorney-form-page.tsx')).AttorneyFormPage;
const disbursementList = async () =>
  (await import('../../disbursements/disbursement-list-page.tsx')).DisbursementListPage;
const disbursementForm = async () =>
  (await import('../../disbursements/disbursement-form-page.tsx')).DisbursementFormPage;
/** Children of /home/attorneys; the parent's guard requires role 1 for each. */
export const attorneyRoutes: RouteObject[] = [
  { index: true, loader: () => redirect(paths.attorneys), Component: Nothing },
  {
    path: 'attorney-list',
    lazy: page(async () => (await import('../../users/attorney-list-page.tsx')).AttorneyListPage),
  },
  {
    path: 'matters',
    lazy: page(async () => (await import('../../matters/matter-list-page.tsx')).MatterListPage),
  },
  {
    path: 'entries',
    lazy: page(
      async () => (await import('../../entries/lists/firm-entries-page.tsx')).FirmEntriesPage,
    ),
  },
  { path: 'add-attorney', lazy: form(attorneyForm) },
  { path: 'update-attorney', lazy: form(attorneyForm) },
  { path: 'disbursement-list', lazy: page(disbursementList) },
  { path: 'add-disbursement', lazy: form(disbursementForm) },
  { path: 'update-disbursement', lazy: form(disbursementForm) },
  {
    path: 'file-handler',
    lazy: page(async () => (await import('../pages/import-export-page.tsx')).ImportExportPage),
  },
  {
    path: 'exports',
    lazy: page(async () => (await import('../../exports/export-list-page.tsx')).ExportListPage),
  },
  { path: 'export', lazy: page(async () => (await import('../pages/export-page.tsx')).ExportPage) },
  {
    path: 'update-cell',
    lazy: form(async () => (await import('../../account/update-cell-page.tsx')).UpdateCellPage),
  },
  { path: '*', Component: NotFoundPage },
];
