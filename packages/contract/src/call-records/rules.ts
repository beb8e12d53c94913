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

export const callSystemNames: Record<CallSystem, string> = {
  asterisk: 'Asterisk (Master.csv)',
  'asterisk-custom': 'Asterisk (custom)',
  freepbx: 'FreePBX',
  freeswitch: 'FreeSWITCH',
  '3cx': '3CX',
  yeastar: 'Yeastar',
  teams: 'Microsoft Teams',
  'teams-direct-routing': 'Microsoft Teams Direct Routing',
  cucm: 'Cisco CUCM',
  csv: 'Any other CSV',
};

/**
 * States of a call. `loose`: neither matter nor entry is known. `proposed`: its matter is known, or
 * an entry that is probably the same call. A user decided the other three.
 */
export const callStates = ['loose', 'proposed', 'recorded', 'merged', 'private'] as const;
export type CallState = (typeof callStates)[number];

/** How the matter of a call is known: the first of these that names one (D2 B11, rule 6). */
export const callProposals = ['code', 'number', 'choice'] as const;
export type CallProposal = (typeof callProposals)[number];

/** Zone of times that a telephone system writes without one (product-2.md, section 4). */
export const defaultCallZone = 'Africa/Johannesburg';

/** Hours of a working day; calls outside of them hint at a wrong zone (D2 B11, rule 3). */
export const workingHours = { from: 6, until: 20 } as const;

/** The source of calls of cell phones, which have no telephone system. */
export const cellPhone = 'Cell phone';

/**
 * Roads by which a call came: in a file, from its telephone system as it ended, fetched from
 * Microsoft, or in the log or the bill of a cell phone.
 */
export const callRoads = ['file', 'event', 'pull', 'log', 'bill'] as const;
export type CallRoad = (typeof callRoads)[number];
