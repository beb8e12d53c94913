import type { PassThrough, Readable } from 'node:stream';
import {
  logoSource,
  layOutPages,
  type Pen,
  printableText,
  createSheetPdf,
  drawPages,
} from '../../platform/pdf/sheet.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import type { Annexure, AnnexureAttorney } from './annexure-texts.ts';
import { annexureBlocks, blocksOfNone, type Letterhead } from './annexure-blocks.ts';

/**
 * The annexures of the attorneys, each from a new page on. Each page is laid
 * out twice, once to count them, so that none has to be kept. `createdAt` is the time of drawing.
 */
export function annexurePdf({ firm, on, attorneys }: Annexure, createdAt: Date): Readable {
  const facts = { title: `Fee annexure ${on}`, author: firm.name, createdAt };
  return createSheetPdf(facts, async (pen, output) => {
    const head = { firm: printableText(pen, firm.name), logo: logoSource(firm.logo), on };
    const printable = attorneys.map((attorney) => printableAttorney(pen, attorney));
    await drawAll(pen, output, { head, attorneys: printable });
  });
}

type Job = { head: Letterhead; attorneys: readonly AnnexureAttorney[] };

async function drawAll(pen: Pen, output: PassThrough, { head, attorneys }: Job): Promise<void> {
  if (attorneys.length === 0) {
    const pages = layOutPages(blocksOfNone(pen, head));
    const foot = () => ({ texts: [head.firm], numbers: 'Page 1 of 1' });
    await drawPages(pen, output, { pages, foot });
  }
  const pause = createPauses();
  let total = 0;
  for (const attorney of attorneys) {
    total += layOutPages(annexureBlocks(pen, head, attorney)).length;
    await pause();
    if (output.destroyed) return;
  }
  let before = 0;
  for (const attorney of attorneys) {
    const pages = layOutPages(annexureBlocks(pen, head, attorney));
    const texts = [head.firm, attorney.name];
    const start = before;
    const foot = (_: unknown, number: number) => ({
      texts,
      numbers: `Page ${start + number} of ${total}`,
    });
    await drawPages(pen, output, { pages, foot });
    if (output.destroyed) return;
    before += pages.length;
  }
}

/** With names that the fonts can draw; the e-mail stands for what a name lacks. */
function printableAttorney(pen: Pen, attorney: AnnexureAttorney): AnnexureAttorney {
  const { name, email, types } = attorney;
  return {
    ...attorney,
    name: printableText(pen, name, email),
    types: types.map((type) => ({ ...type, title: printableText(pen, type.title) })),
  };
}
