/**
 * What call fees and entries must be after any sequence of changes, written without the product's
 * code: days are painted one by one, and a call is priced by counting intervals. Days are counted
 * from the first one; money is in cents.
 */
export type Fees = { ends: number[]; prices: number[]; every: number; everyPrice: number };

/**
 * `fees` is null for no call fees from that day, and undefined where a change of the day was
 * removed. `change` is the raise that made it of `base`.
 */
type Version = {
  day: number;
  fees: Fees | null | undefined;
  change: string | undefined;
  base: Version | undefined;
  isTakenBack: boolean;
};

export type OracleEntry = {
  /** Set once it is recorded. */
  id: string;
  day: number;
  minutes: number;
  cents: number;
  version: Version | undefined;
  /** The cents at the moment of the closing. */
  lockedCents: number | undefined;
  /** Counts corrections. */
  revision: number;
  /** By raise: what it replaced, and the revision that it made. */
  repriced: Map<string, { cents: number; version: Version; revision: number }>;
};

/** What an entry costs whose amount is typed. */
export const typedCents = 777;

/** The schedules and entries of one attorney and one type. */
export type OracleCell = { days: number; versions: Version[]; entries: OracleEntry[] };

export function oracleCell(days: number): OracleCell {
  return { days, versions: [], entries: [] };
}

/** The version of each day. */
function paint({ days, versions }: OracleCell): (Version | undefined)[] {
  const painted: (Version | undefined)[] = [];
  let current: Version | undefined;
  for (let day = 0; day < days; day += 1) {
    const begun = versions.findLast((one) => one.day === day && !one.isTakenBack);
    current = begun?.fees === undefined ? current : begun;
    painted.push(current);
  }
  const first = painted.find((version) => version !== undefined);
  return painted.map((version) => version ?? first);
}

export function feesOn(cell: OracleCell, day: number): Fees | null {
  return paint(cell)[day]?.fees ?? null;
}

/** The days on which other rows begin, with the rows. */
export function beginnings(cell: OracleCell): { day: number; fees: Fees | null }[] {
  return paint(cell).flatMap((version, day) =>
    version?.day === day ? [{ day, fees: version.fees ?? null }] : [],
  );
}

export function changeFees(cell: OracleCell, day: number, fees: Fees | null): void {
  if (hasFees(paint(cell)[day], { day, fees })) return;
  const others = { ...cell, versions: cell.versions.filter((version) => version.day !== day) };
  const isRemoval = hasFees(paint(others)[day], { day, fees });
  const begun = { day, fees: isRemoval ? undefined : fees };
  cell.versions.push({ ...begun, change: undefined, base: undefined, isTakenBack: false });
}

/** Whether this version says the same of that day and of those after it. */
function hasFees(version: Version | undefined, of: { day: number; fees: Fees | null }): boolean {
  if (version === undefined) return of.fees === null;
  return version.day <= of.day && JSON.stringify(version.fees) === JSON.stringify(of.fees);
}

export function record(cell: OracleCell, day: number, minutes: number): OracleEntry {
  const entry: OracleEntry = {
    id: '',
    day,
    minutes,
    lockedCents: undefined,
    revision: 1,
    repriced: new Map(),
    ...priceOn(cell, { day, minutes }),
  };
  cell.entries.push(entry);
  return entry;
}

type Length = Pick<OracleEntry, 'day' | 'minutes'>;

function priceOn(cell: OracleCell, call: Length): Pick<OracleEntry, 'cents' | 'version'> {
  const version = paint(cell)[call.day];
  if (!version?.fees) return { cents: typedCents, version: undefined };
  return { cents: price(version.fees, call.minutes), version };
}

export function correct(cell: OracleCell, entry: OracleEntry, to: Length): void {
  const painted = paint(cell);
  const isOtherSchedule = painted[entry.day] !== painted[to.day];
  if (entry.day === to.day && entry.minutes === to.minutes) return;
  if (entry.version !== undefined && isOtherSchedule) Object.assign(entry, priceOn(cell, to));
  else if (entry.version?.fees) entry.cents = price(entry.version.fees, to.minutes);
  Object.assign(entry, to);
  entry.revision += 1;
}

type Raise = {
  id: string;
  day: number;
  basisPoints: number;
  unit: number;
  mode: 'nearest' | 'up';
  reprices: boolean;
};

export function raise(cell: OracleCell, change: Raise): void {
  const base = paint(cell)[change.day];
  if (!base?.fees) return;
  const raised = raiseFees(base.fees, change);
  if (JSON.stringify(raised) === JSON.stringify(base.fees)) return;
  const made = { day: change.day, fees: raised, change: change.id, base, isTakenBack: false };
  cell.versions.push(made);
  if (!change.reprices) return;
  const painted = paint(cell);
  for (const entry of cell.entries) {
    const { cents, version, lockedCents, day } = entry;
    const isOnItsDays = day >= change.day && painted[day] === made;
    if (!isOnItsDays || lockedCents !== undefined || version === undefined) continue;
    entry.revision += 1;
    entry.repriced.set(change.id, { cents, version, revision: entry.revision });
    Object.assign(entry, { cents: price(raised, entry.minutes), version: made });
  }
}

/** Whether a locked entry is priced by the change. */
export function holdsLocked(cell: OracleCell, change: string): boolean {
  return cell.entries.some(
    ({ lockedCents, version }) => lockedCents !== undefined && version?.change === change,
  );
}

export function takeBack(cell: OracleCell, change: string): void {
  for (const version of cell.versions) if (version.change === change) version.isTakenBack = true;
  for (const entry of cell.entries) {
    if (entry.version?.change === change) {
      Object.assign(entry, priceBefore(cell, entry, change));
      entry.revision += 1;
    }
    inheritPrice(entry, change);
  }
}

/** A later raise of this one then replaced what this one had replaced. */
function inheritPrice({ repriced }: OracleEntry, change: string): void {
  const gone = repriced.get(change);
  repriced.delete(change);
  if (!gone) return;
  for (const [id, later] of repriced) {
    if (later.version.change !== change) continue;
    const wasCorrected = later.revision !== gone.revision + 1;
    repriced.set(id, { ...gone, revision: wasCorrected ? Number.NaN : later.revision });
  }
}

/**
 * What it had before it was re-priced; priced again if it was corrected since. Else the price of
 * its day, and for a day that has no call fees now, of what the change was made from.
 */
function priceBefore(cell: OracleCell, entry: OracleEntry, change: string) {
  const before = entry.repriced.get(change);
  if (before && !before.version.isTakenBack) {
    const { version, cents, revision } = before;
    if (revision === entry.revision || !version.fees) return { version, cents };
    return { version, cents: price(version.fees, entry.minutes) };
  }
  const ofDay = priceOn(cell, entry);
  const base = entry.version?.base;
  if (ofDay.version || !base?.fees) return ofDay;
  return { version: base, cents: price(base.fees, entry.minutes) };
}

function price({ ends, prices, every, everyPrice }: Fees, minutes: number): number {
  for (let index = 0; index < ends.length; index += 1)
    if (minutes <= (ends[index] ?? 0)) return prices[index] ?? 0;
  let cents = prices.at(-1) ?? 0;
  if (every === 0) return cents;
  for (let reached = ends.at(-1) ?? 0; reached < minutes; reached += every) cents += everyPrice;
  return cents;
}

/** With part cents as fractions of 10,000, by comparing the two neighbouring multiples. */
function raiseFees(fees: Fees, { basisPoints, unit, mode }: Raise): Fees {
  const raised = (cents: number): number => {
    const exact = cents * (10_000 + basisPoints);
    const step = unit * 10_000;
    const below = exact - (exact % step);
    if (below === exact) return exact / 10_000;
    const isUp = mode === 'up' || exact - below >= below + step - exact;
    return (isUp ? below + step : below) / 10_000;
  };
  return { ...fees, prices: fees.prices.map(raised), everyPrice: raised(fees.everyPrice) };
}
