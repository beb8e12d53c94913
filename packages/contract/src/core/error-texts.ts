import { texts } from './texts.ts';

/** The server's messages where no call has a better one; a 5xx never says more than this. */
export const errorTexts = {
  invalid_input: 'Please correct the marked fields.',
  unreadable_json: 'The request is not readable JSON.',
  unauthenticated: 'Your session has ended. Please sign in again.',
  wrong_credentials: 'Incorrect email or password.',
  first_sign_in_ended:
    'This initial password has ended. Please ask your administrator for a new one.',
  second_factor_required: 'Please confirm that it is you with your second factor.',
  challenge_ended: 'That took too long. Please sign in again.',
  wrong_code: 'That code is not right, or was used before.',
  second_factor_enrolment_required: 'Your firm requires a second factor. Please add one first.',
  forbidden: texts.unauthorized,
  password_change_required: 'Please change your password first.',
  reauthentication_required: 'Please enter your password to confirm that it is you.',
  xsrf_mismatch: 'The request did not come from this page. Please reload and try again.',
  not_found: 'Not found, or you do not have access.',
  nothing_to_export: texts.nothingToExport,
  conflict: 'It already exists.',
  changed_meanwhile:
    'Someone else changed this while you were editing. ' +
    'Reload to see their version; yours is kept until you do.',
  exceptions_open:
    'Exceptions that block a closing are open. Nothing was closed. ' +
    'Resolve or accept them, or give a reason to close all the same.',
  no_export_yet: 'There is no export to send yet. Please export the entries first.',
  entry_is_locked: 'This entry is part of an export and cannot be changed.',
  held:
    'This installation is held, as after a restore from a backup: nothing leaves it, and nothing ' +
    'was done. Please ask the operator to end that (npm run resume).',
  part_of_account: 'This is a line of a supplier’s account, and is changed by the account only.',
  account_exists: 'This account is recorded already.',
  account_sum: 'The lines do not add up to the total.',
  too_large: 'That is too large.',
  unsupported_media_type: 'Please send JSON (content type application/json).',
  rows_refused: 'Nothing was imported: fix the rows listed below.',
  too_many_lines: 'These are too many lines for one file.',
  layout_incomplete: 'The layout needs settings that are missing. Nothing was written.',
  too_many_requests: 'Too many attempts. Please wait a little and try again.',
  internal:
    'Something went wrong on our side. ' +
    'Please try again; if it keeps happening, give us the request number.',
  unavailable: 'The service is not available for the moment. Please try again shortly.',
} as const;
