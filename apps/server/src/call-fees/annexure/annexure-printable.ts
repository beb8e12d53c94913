import { printableText } from '../../platform/pdf/printable.ts';
import type { Pen } from '../../platform/pdf/sheet.ts';
import type { AnnexureAttorney } from './annexure.ts';

/** With names that the fonts can draw; the e-mail stands for what a name lacks. */
export function printableAttorney(pen: Pen, attorney: AnnexureAttorney): AnnexureAttorney {
  const { name, email, types } = attorney;
  return {
    ...attorney,
    name: printableText(pen, name, email),
    types: types.map((type) => ({ ...type, title: printableText(pen, type.title) })),
  };
}
