import {
  type PostingLayout,
  type PostingSettings,
  settingNames,
  type ChangedPostingSettings,
} from '@recoup/contract/posting/endpoints';
import type { ChangedLayout, LayoutForm, NewLayout } from '@recoup/contract/posting/layouts';
import { builtInLayouts, postingLimits } from '@recoup/contract/posting/rules';
import { newId } from '@recoup/contract/core/ids';
import { type AuditContext, type FirmScope, requireFirmScope } from '../platform/core/actor.ts';
import { notFound, conflict, assertVersion, AppError } from '../platform/core/app-error.ts';
import type { Db, Trx } from '../platform/database/connections.ts';
import { recordAudit } from '../platform/security/audit-log.repository.ts';
import { type BuiltIn, builtIns } from './built-in/built-in-layouts.ts';
import { settingsOfField } from './engine/fields.ts';
import { type EngineLayout, createLayoutWriter } from './engine/layout-writer.ts';
import {
  deleteLayoutRow,
  findOwnLayout,
  insertLayout,
  listOwnLayouts,
  lockLayouts,
  type OwnLayout,
  updateLayoutRow,
  findSettings,
  saveSettings,
} from './posting.repository.ts';
import {
  assertNameIsFree,
  type Named,
  changedFields,
} from '../platform/collections/collections.ts';
import { maxNamedFields, type RejectedRow } from '@recoup/contract/core/errors';
import { listPricedTypes } from '../disbursements/disbursements.service.ts';
import { settingFaults } from './engine/setting-faults.ts';
import { createFindings } from './engine/findings.ts';
import type { PostingLine } from './engine/posting-line.ts';

/** The built-in layouts, then those of the firm by name. */
export async function listLayouts(db: Db, firm: FirmScope): Promise<PostingLayout[]> {
  const own = await listOwnLayouts(db, firm);
  return [
    ...builtInLayouts.map((id) => builtInReply(id)),
    ...own.map((layout) => ownReply(layout)),
  ];
}

/** `word` stands in the names of files. */
export type WritableLayout = Omit<BuiltIn, 'needs'> & { word: string };

/** Throws `not_found`. */
export async function getLayout(db: Db, firm: FirmScope, id: string): Promise<WritableLayout> {
  const builtIn = builtInLayouts.find((name) => name === id);
  if (builtIn !== undefined) return { ...builtIns[builtIn], word: id };
  const own = await findOwnLayout(db, firm, id);
  if (!own) throw notFound('layout');
  return { name: own.name, word: own.name, layout: own.definition };
}

/** Throws `conflict` for a name that another layout has, and beyond the bound of layouts. */
export async function createLayout(
  db: Db,
  by: AuditContext,
  { name, ...definition }: NewLayout,
): Promise<PostingLayout> {
  const firm = requireFirmScope(by.actor);
  const layout = { id: newId(by.now.getTime()), name, definition, version: 1 };
  return db.transaction().execute(async (trx) => {
    const others = await lockLayouts(trx, firm);
    if (others.length >= postingLimits.layouts)
      throw conflict(`A firm has at most ${postingLimits.layouts} layouts. Delete one first.`);
    assertLayoutNameIsFree(layout, others);
    await insertLayout(trx, firm, { ...layout, createdAt: by.now });
    await recordAudit(trx, by, {
      action: 'posting-layout.created',
      subjectId: layout.id,
      details: { name },
    });
    return ownReply(layout);
  });
}

/** Throws `not_found`, `conflict` for a name that another layout has, `changed_meanwhile`. */
export async function updateLayout(
  db: Db,
  by: AuditContext,
  { id, name, version, ...definition }: ChangedLayout & { id: string },
): Promise<PostingLayout> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    const layouts = await lockLayouts(trx, firm);
    const before = layouts.find((layout) => layout.id === id);
    if (!before) throw notFound('layout');
    assertVersion(before.version, version);
    assertLayoutNameIsFree({ id, name }, layouts);
    const after = { id, name, definition, version: before.version + 1 };
    await updateLayoutRow(trx, firm, after);
    await recordAudit(trx, by, {
      action: 'posting-layout.updated',
      subjectId: id,
      details: changedFields(before, after, ['name']),
    });
    return ownReply(after);
  });
}

/** Throws `not_found`. */
export async function deleteLayout(db: Db, by: AuditContext, id: string): Promise<void> {
  const firm = requireFirmScope(by.actor);
  await db.transaction().execute(async (trx) => {
    const layouts = await lockLayouts(trx, firm);
    const before = layouts.find((layout) => layout.id === id);
    if (!before) throw notFound('layout');
    await deleteLayoutRow(trx, firm, id);
    await recordAudit(trx, by, {
      action: 'posting-layout.deleted',
      subjectId: id,
      details: { name: before.name },
    });
  });
}

function builtInReply(id: (typeof builtInLayouts)[number]): PostingLayout {
  const { name, layout, needs, help = null } = builtIns[id];
  return { _id: id, name, isBuiltIn: true, help, needs: [...needs], ...shown(layout), version: 0 };
}

function ownReply({ id, name, definition, version }: OwnLayout): PostingLayout {
  const needs = neededSettings(definition);
  return { _id: id, name, isBuiltIn: false, help: null, needs, ...shown(definition), version };
}

function shown({ header, delimiter, quote, lineEnd, encoding, records, columns }: EngineLayout) {
  return { header, delimiter, quote, lineEnd, encoding, records, columns: [...columns] };
}

function neededSettings({ columns }: LayoutForm): (typeof settingNames)[number][] {
  const needed = new Set<keyof PostingSettings>(
    columns.flatMap(({ field }) => (field === undefined ? [] : (settingsOfField[field] ?? []))),
  );
  return settingNames.filter((name) => needed.has(name));
}

function assertLayoutNameIsFree(layout: Named, own: readonly OwnLayout[]): void {
  const reserved = [...Object.values(builtIns).map(({ name }) => name), ...builtInLayouts];
  const others = [...own, ...reserved.map((name) => ({ id: '', name }))];
  const message = `There is another layout “${layout.name}”. Choose another name.`;
  assertNameIsFree(layout, { others, message });
}

type ShownSettings = PostingSettings & { version: number };

/** Empty until the firm saves some. Throws `not_found`. */
export async function getSettings(db: Db, firm: FirmScope, layout: string): Promise<ShownSettings> {
  await getLayout(db, firm, layout);
  const { settings, version } = (await findSettings(db, firm, layout)) ?? none;
  return { ...settings, version };
}

const none = { settings: { accounts: {} }, version: 0 };

/**
 * Throws `not_found`, `changed_meanwhile`, and `invalid_input` for a disbursement type that the
 * firm does not have and for a code that a column of the layout cannot hold.
 */
export async function replaceSettings(
  db: Db,
  by: AuditContext,
  { layout, version, ...settings }: ChangedPostingSettings & { layout: string },
): Promise<ShownSettings> {
  const firm = requireFirmScope(by.actor);
  return db.transaction().execute(async (trx) => {
    await lockLayouts(trx, firm);
    const { name, layout: form } = await getLayout(trx, firm, layout);
    const before = (await findSettings(trx, firm, layout)) ?? none;
    assertVersion(before.version, version);
    await assertKnownTypes(trx, firm, { settings, now: by.now });
    assertFields(await settingFaults(form, settings));
    const after = { settings, version: before.version + 1 };
    await saveSettings(trx, firm, { layout, ...after });
    await recordAudit(trx, by, {
      action: 'posting-settings.saved',
      subjectId: null,
      details: { layout: name },
    });
    return { ...settings, version: after.version };
  });
}

async function assertKnownTypes(
  trx: Trx,
  firm: FirmScope,
  { settings, now }: { settings: PostingSettings; now: Date },
): Promise<void> {
  const { data: types } = await listPricedTypes(trx, firm, { now });
  const known = new Set(types.map(({ _id }) => _id));
  const unknown = Object.keys(settings.accounts).filter((id) => !known.has(id));
  const message = 'The firm has no such disbursement type.';
  assertFields(unknown.map((id) => [`accounts.${id}`, message] as const));
}

function assertFields(faults: readonly (readonly [field: string, message: string])[]): void {
  const [first] = faults;
  if (!first) return;
  const fields = Object.fromEntries(faults.slice(0, maxNamedFields));
  throw new AppError('invalid_input', { message: first[1], fields });
}

const typeId = '00000000-0000-7000-8000-000000000001';

/** An entry of no firm, for the editor of layouts, which also shows its reversal. */
const sample: PostingLine = {
  date: '2026-03-05',
  matterNumber: 'BOT0017',
  client: 'Botha, P',
  matterDescription: 'Botha / Road Accident Fund',
  attorney: 'Lerato Nkosi',
  disbursementType: 'Call',
  minutes: 12,
  quantity: null,
  amountCents: 123_450,
  narration: 'Call with “Dr Müller”; report of 5 March',
  typeId,
  entryId: '00000000-0000-7000-8000-000000000002',
  vat: null,
  reverses: null,
  voucher: 'V-88',
  supplier: { name: 'Sheriff Pretoria', code: 'SHE001', invoice: 'INV-4711' },
};
const sampleVat: NonNullable<PostingLine['vat']> = {
  treatment: 'cost',
  percent: 15,
  netCents: 123_450,
  vatCents: 18_518,
  grossCents: 141_968,
};

const reversal = {
  minutes: -12,
  amountCents: -sample.amountCents,
  entryId: '00000000-0000-7000-8000-000000000003',
  reverses: sample.entryId,
};
const reversedVat = { netCents: -123_450, vatCents: -18_518, grossCents: -141_968 };

/** The sample and its reversal as a layout writes them; with VAT for a firm that is a vendor. */
export function writeSample(
  layout: LayoutForm,
  { hasVat }: { hasVat: boolean },
): { lines: string[]; problems: Pick<RejectedRow, 'column' | 'message'>[] } {
  const findings = createFindings();
  const entry = { ...sample, vat: hasVat ? sampleVat : null };
  const taken = { ...entry, ...reversal, vat: hasVat ? { ...sampleVat, ...reversedVat } : null };
  const file = { exportNumber: 17, exportDay: '2026-03-31', firmName: 'Sample Attorneys' };
  const settings = {
    accounts: { [typeId]: '4000000' },
    contraAccount: '7000000',
    firmId: 'FIRM1',
    clientIds: { [sample.client ?? '']: 'C001' },
    invoiceNumber: 'INV',
    taxTypes: { none: '0', cost: '1' },
  };
  const whole = { ...file, settings, invoices: new Map() };
  const writer = createLayoutWriter(layout, { file: whole, findings });
  const end = layout.lineEnd === 'crlf' ? '\r\n' : '\n';
  const rows = [entry, taken].map((line, index) => {
    findings.begin(index + 1);
    return writer.write(line, index + 1);
  });
  const lines = (writer.head + rows.join('')).split(end).slice(0, -1);
  return { lines, problems: distinct(findings.rows) };
}

/** The entry and its reversal share most problems. */
function distinct(rows: readonly RejectedRow[]): Pick<RejectedRow, 'column' | 'message'>[] {
  const known = new Map(
    rows.map(({ column, message }) => [`${column} ${message}`, { column, message }]),
  );
  return [...known.values()];
}
