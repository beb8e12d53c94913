import { firmSettingsEndpoints } from '@recoup/contract/firms/firm-settings-endpoints';
import { readData } from './read.ts';

/** Settings of the own firm, of which several rooms show a part. */
export const firmSettingsQuery = readData(
  firmSettingsEndpoints.getFirmSettings,
  {},
  { what: 'firm settings' },
);
