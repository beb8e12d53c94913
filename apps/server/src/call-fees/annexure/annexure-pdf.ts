import type { PassThrough, Readable } from 'node:stream';
import { createPdf } from '../../platform/pdf/document.ts';
import {
  logoSource,
  layOutPages,
  drawFoot,
  faces,
  type Pen,
  sheet,
  printableText,
} from '../../platform/pdf/sheet.ts';
import { createPauses } from '../../platform/core/pauses.ts';
import { wrapIn } from '../../platform/pdf/wrap.ts';
import type { Annexure, AnnexureAttorney } from './annexure.ts';
import { annexureBlocks, blocksOfNone, type Letterhead } from './annexure-blocks.ts';

/**
 * The annexures of the attorneys, each from a new page on. Each page is laid
 * out twice, once to count them, so that none has to be kept. `createdAt` is the time of drawing.
 */
export function annexurePdf({ firm, on, attorneys }: Annexure, createdAt: Date): Readable {
  const facts = {
    title: `Fee annexure ${on}`,
    author: firm.name,
    createdAt,
    size: [sheet.width, sheet.height],
  } as const;
  return createPdf(facts, async (document, output) => {
    const pen = { document, wrap: wrapIn(document, faces) };
    const head = { firm: printableText(pen, firm.name), logo: logoSource(firm.logo), on };
    const printable = attorneys.map((attorney) => printableAttorney(pen, attorney));
    await drawAll(pen, output, { head, attorneys: printable });
  });
}

type Job = { head: Letterhead; attorneys: readonly AnnexureAttorney[] };

async function drawAll(pen: Pen, output: PassThrough, { head, attorneys }: Job): Promise<void> {
  if (attorneys.length === 0) {
    pen.document.addPage();
    for (const page of layOutPages(blocksOfNone(pen, head)))
      for (const { block, y } of page) block.draw(y);
    drawFoot(pen, { texts: [head.firm], numbers: 'Page 1 of 1' });
  }
  const pause = createPauses();
  let total = 0;
  for (const attorney of attorneys) {
    total += layOutPages(annexureBlocks(pen, head, attorney)).length;
    await pause();
    if (output.destroyed) return;
  }
  let number = 0;
  for (const attorney of attorneys) {
    for (const page of layOutPages(annexureBlocks(pen, head, attorney))) {
      if (output.destroyed) return;
      number += 1;
      pen.document.addPage();
      for (const { block, y } of page) {
        block.draw(y);
        await pause();
      }
      const numbers = `Page ${number} of ${total}`;
      drawFoot(pen, { texts: [head.firm, attorney.name], numbers });
    }
  }
  pen.document.end();
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
