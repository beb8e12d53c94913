const clients = [
  'Mahlangu Family Trust',
  'Smit & Seuns (Edms) Bpk',
  'O’Brien, K',
  'Lévesque & Pillay (Pty) Ltd',
  'Estate late J Govender',
  'Erasmus, W J',
  'Ndlovu Transport CC',
  'Müller Boerdery (Pty) Ltd',
  'Khumalo, B',
  'Sandton Heights Body Corporate',
  'Van der Westhuizen, A M',
  'Moodley Medical Inc',
  'Tshabalala, N',
  'Cape Cod Fisheries (Pty) Ltd',
];

const descriptions = [
  'Opposed motion – High Court',
  'Unfair dismissal – CCMA',
  'Transfer of Erf 2473, Sandton',
  'Debt recovery; R 48 200',
  'Divorce – Rule 43 application',
  'Road Accident Fund claim',
  'Deceased estate administration',
  'Lease dispute, “Shop 14”',
  'Sale of business and stock',
  'Antenuptial contract',
  'Bond registration (FNB)',
  'Trust deed amendment',
];

const statuses = ['Open', 'Open', 'Open', 'Pending', 'Closed'] as const;

export type DemoMatter = {
  number: string;
  description: string;
  client: string;
  status: (typeof statuses)[number];
  attorneyIndex: number;
  ageDays: number;
};

/**
 * As many matters as requested, the same each time; `attorneyIndex` and `ageDays` are for the
 * caller to place.
 */
export function demoMatters(prefix: string, count: number): DemoMatter[] {
  return Array.from({ length: count }, (_, index) => ({
    number: `${prefix}${String(index + 1).padStart(4, '0')}`,
    description: pick(descriptions, index * 5 + 1),
    client: pick(clients, index * 3),
    status: pick(statuses, index * 7 + 3),
    attorneyIndex: index % 3,
    ageDays: 100 + ((index * 53) % 900),
  }));
}

export const narrations = [
  'Call to client about the settlement proposal',
  'Call from opposing attorney: discovery bundle',
  'Consultation by telephone with counsel',
  'Call to the Master’s office',
  'Call to client: instructions on the counter-offer',
  'Call to the sheriff about service',
  'Call to the bank: guarantees',
];

export function pick<T>(list: readonly T[], index: number): T {
  const found = list[index % list.length];
  if (found === undefined) throw new Error('the list is empty');
  return found;
}
