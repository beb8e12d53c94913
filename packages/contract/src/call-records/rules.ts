/** Telephone systems whose files are recognised by their content (D2 B11); `csv` is any other. */
export const callSystems = [
  'asterisk',
  'asterisk-custom',
  'freepbx',
  'freeswitch',
  '3cx',
  'yeastar',
  'teams',
  'teams-direct-routing',
  'cucm',
  'csv',
] as const;
export type CallSystem = (typeof callSystems)[number];
