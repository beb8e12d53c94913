import type { FileKind } from '@recoup/contract/exports/files';
import type { MailPreview } from '@recoup/contract/mail/endpoints';
import { exportSummary } from '@recoup/contract/mail/summary';

/** `layout` is that of a posting file, which has the type `csv`; empty for other files. */
export type Attachment = { type: FileKind; layout: string };
export type MailValues = Attachment & { to: string; subject: string; body: string };

/** The user's draft: an empty subject or text stands for the one that is filled in. */
export type MailDraft = MailValues & {
  /** The export that subject and text were typed for. */
  exportId?: string;
};

export const emptyMail: MailDraft = { type: 'csv', layout: '', to: '', subject: '', body: '' };

/** Values of the fields for a draft; never the figures of another export. */
export function fillMail(preview: MailPreview, draft: MailDraft): MailValues {
  const { type, to, exportId } = draft;
  // A layout may have been deleted since.
  const layout = findLayout(preview, draft)?._id ?? '';
  const filled = defaultTexts(preview, { type, layout });
  const file = { type, layout, to };
  if (exportId !== preview.export) return { ...file, ...filled };
  return { ...file, subject: draft.subject || filled.subject, body: draft.body || filled.body };
}

/** The part of the field values that the user typed. */
export function typedMail(preview: MailPreview, values: MailValues): MailDraft {
  const filled = defaultTexts(preview, values);
  const typed = (name: keyof typeof filled) => (values[name] === filled[name] ? '' : values[name]);
  return {
    type: values.type,
    layout: values.layout,
    to: values.to,
    subject: typed('subject'),
    body: typed('body'),
    exportId: preview.export,
  };
}

/** Another file: what was filled in follows it, what the user changed stays. */
export function withFile(preview: MailPreview, values: MailValues, file: Attachment): MailValues {
  const before = defaultTexts(preview, values);
  const after = defaultTexts(preview, file);
  const text = (name: keyof typeof after) =>
    values[name] === before[name] ? after[name] : values[name];
  return { to: values.to, ...file, subject: text('subject'), body: text('body') };
}

export function isTyped({ to, subject, body }: MailValues): boolean {
  return `${to}${subject}${body}` !== '';
}

export function findFile({ files }: MailPreview, type: FileKind) {
  return files.find((file) => file.type === type);
}

export function findLayout({ layouts }: MailPreview, { layout }: Pick<Attachment, 'layout'>) {
  return layouts.find(({ _id }) => _id === layout);
}

function defaultTexts(preview: MailPreview, file: Attachment): { subject: string; body: string } {
  const { number, firstDay, lastDay } = preview;
  const layout = findLayout(preview, file);
  const attached = layout
    ? `the posting file “${layout.name}”`
    : findFile(preview, file.type)?.fileName;
  return {
    subject: `Disbursements ${dayRangeText(firstDay, lastDay)}, export ${number}`,
    body: ['Good day,', `Attached is ${attached ?? ''}.`, exportSummary(preview)].join('\n\n'),
  };
}

const months =
  'January February March April May June July August September October November December'.split(
    ' ',
  );

/** `1–30 November 2026`; month and year once, if both days share them. */
function dayRangeText(first: string, last: string): string {
  const [year, month, day] = dateParts(first);
  const [lastYear, lastMonth, lastDay] = dateParts(last);
  const end = `${lastDay} ${lastMonth} ${lastYear}`;
  if (first === last) return end;
  if (year !== lastYear) return `${day} ${month} ${year} – ${end}`;
  return month === lastMonth ? `${day}–${end}` : `${day} ${month} – ${end}`;
}

function dateParts(isoDay: string): [year: string, month: string, day: number] {
  const [year = '', month, day] = isoDay.split('-');
  return [year, months[Number(month) - 1] ?? '?', Number(day)];
}
