/**
 * Names and sign-ins of the demo, for the seed, the start message and the browser tests. None of
 * these people exists.
 */
export const demoFirms = {
  nkosi: { name: 'Nkosi & Partners', domains: ['nkosi.co.za', 'nkosilaw.africa'] },
  daniels: { name: 'Daniels Attorneys', domains: ['danielslaw.co.za'] },
  venter: { name: 'Venter Moodley Inc', domains: ['ventermoodley.co.za'] },
} as const;

export const demoFirmAdmins = {
  lerato: {
    firm: 'nkosi',
    name: 'Lerato Nkosi',
    email: 'lerato.nkosi@nkosi.co.za',
    password: 'amber-river-ledger-42',
    cell: '0825550101',
  },
  chantal: {
    firm: 'daniels',
    name: 'Chantal Daniels',
    email: 'chantal@danielslaw.co.za',
    password: 'copper-kettle-sunday-9',
    cell: '0835550102',
  },
  anneke: {
    firm: 'venter',
    name: 'Anneke Venter',
    email: 'anneke@ventermoodley.co.za',
    password: 'yellow-bridge-harbour-56',
    cell: '0825550103',
  },
} as const;

/**
 * Statuses: 2 active, 1 inactive, 0 blocked. Only the first of each firm is printed at the start.
 */
export const demoAttorneys = {
  thabo: {
    firm: 'nkosi',
    name: 'Thabo Mokoena',
    email: 't.mokoena@nkosi.co.za',
    password: 'paper-lion-station-18',
    cell: '0825550111',
    status: 2,
  },
  pieter: {
    firm: 'nkosi',
    name: 'Pieter Botha',
    email: 'p.botha@nkosi.co.za',
    password: 'winter-maize-window-31',
    cell: '0835550112',
    status: 2,
  },
  saras: {
    firm: 'nkosi',
    name: 'Saras Naidoo',
    email: 's.naidoo@nkosi.co.za',
    password: 'silver-train-pepper-64',
    cell: '0845550113',
    status: 2,
  },
  johannes: {
    firm: 'nkosi',
    name: 'Johannes van der Merwe',
    email: 'j.vandermerwe@nkosi.co.za',
    password: 'garden-violet-anchor-5',
    cell: '0725550114',
    status: 1,
  },
  zanele: {
    firm: 'nkosi',
    name: 'Zanele Dlamini',
    email: 'z.dlamini@nkosilaw.africa',
    password: 'morning-cedar-bottle-77',
    cell: '0735550115',
    status: 0,
  },
  riaan: {
    firm: 'daniels',
    name: 'Riaan Jacobs',
    email: 'riaan@danielslaw.co.za',
    password: 'harvest-ribbon-candle-23',
    cell: '0765550121',
    status: 2,
  },
  ayesha: {
    firm: 'daniels',
    name: 'Ayesha Khan',
    email: 'ayesha@danielslaw.co.za',
    password: 'purple-wagon-orchard-88',
    cell: '0785550122',
    status: 2,
  },
  devan: {
    firm: 'venter',
    name: 'Devan Moodley',
    email: 'd.moodley@ventermoodley.co.za',
    password: 'velvet-lantern-river-35',
    cell: '0835550131',
    status: 2,
  },
} as const;

/** A secretary, who records for the attorney of Venter Moodley, and a bookkeeper from outside. */
export const demoOffice = {
  precious: {
    name: 'Precious Ndlovu',
    email: 'p.ndlovu@ventermoodley.co.za',
    password: 'quiet-saddle-meadow-27',
    cell: '0835550141',
  },
  gillian: {
    name: 'Gillian Sharp',
    email: 'gillian@sharpbooks.co.za',
    password: 'marble-ticket-willow-63',
    cell: '0825550151',
  },
} as const;

/** The other attorneys of the firm of twenty, who cannot sign in. */
export const demoColleagues = [
  'Lindiwe Khoza',
  'Francois du Plessis',
  'Priya Reddy',
  'Sibusiso Ngcobo',
  'Marius Steyn',
  'Fatima Patel',
  'Kagiso Molefe',
  'Ilse Kruger',
  'Bongani Zwane',
  'Natasha Pillay',
  'Hendrik Viljoen',
  'Thandeka Mthembu',
  'Suren Chetty',
  'Carien Fourie',
  'Mpho Phiri',
  'Elana Swart',
  'Yusuf Ismail',
  'Nomvula Radebe',
  'Gerrit Nel',
] as const;

/**
 * Shapes of published tariffs: per 5 minutes with a maximum. Amounts in Rand; the shapes are real,
 * the amounts are the demo's.
 */
export const demoFees = {
  nkosiCall: [
    [0, 5, 33],
    [5, 10, 66],
    [10, 15, 99],
    [15, 20, 113],
    ['thereafter', 5, 0],
  ],
  seniorCall: [
    [0, 5, 71],
    [5, 10, 142],
    [10, 15, 213],
    ['thereafter', 5, 35.5],
  ],
  consultation: [
    [0, 15, 262.5],
    [15, 30, 525],
    ['thereafter', 15, 262.5],
  ],
} as const;
