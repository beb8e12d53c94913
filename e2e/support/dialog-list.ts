import { accountDialogs } from './dialog-list-account.ts';
import { appDialogs } from './dialog-list-app.ts';
import { entriesDialogs } from './dialog-list-entries.ts';
import { feesDialogs } from './dialog-list-fees.ts';
import { integrationsDialogs } from './dialog-list-integrations.ts';
import { mattersDialogs } from './dialog-list-matters.ts';
import type { Row } from './dialog-row.ts';

/** Every dialog of the product, and how one comes to it. */
export const rows: readonly Row[] = [
  ...appDialogs,
  ...feesDialogs,
  ...integrationsDialogs,
  ...entriesDialogs,
  ...mattersDialogs,
  ...accountDialogs,
];
