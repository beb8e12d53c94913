/**
 * Every other page of the router; on these nothing is typed that is to be saved, or it is kept in
 * the address.
 */
export const pagesWithoutForm = [
  'logon',
  'home',
  'guide',
  'api',
  '*',
  'unauthorized',
  'attorneys',
  'firms',
  'update-admin-status',
  'attorney-list',
  'disbursement-list',
  'exports',
  // Its file stays on the device.
  'verify-file',
  'auditors',
  'statement',
  'statements',
  'overview',
  // Names of factors are typed in dialogs.
  'security',
  // Names of keys are typed in dialogs.
  'integrations',
  'audit',
  // Its choices are kept in the address.
  'incident-pack',
  'call-imports',
  // Its reminders are chosen; reasons are typed in dialogs (`dialog-list.ts`).
  'month-end',
] as const;
