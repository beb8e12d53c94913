import type { PassThrough, Readable } from 'node:stream';
import { createPauses } from '../platform/core/pauses.ts';
import { createPdf } from '../platform/pdf/document.ts';
import {
  drawFoot,
  layOutPages,
  logoSource,
  type Block,
  faces,
  type Pen,
  sheet,
  printableText,
} from '../platform/pdf/sheet.ts';
import { wrapIn } from '../platform/pdf/wrap.ts';
import type { Head, Line, PriceTable, Tally } from './statement.ts';
import { headBlocks, lineBlocks, priceBlocks, sumBlocks } from './statement-blocks.ts';
import { statementTitle } from './statement-texts.ts';

const cutNote = 'Texts with … are shortened here. They are whole in the XLSX.';

type Content = { lines: readonly Line[]; tally: Tally; priceTables: readonly PriceTable[] };

/** The statement on A4, under the letterhead of the firm. */
export function statementPdf(head: Head, content: Content, createdAt: Date): Readable {
  const title = statementTitle(head);
  const facts = {
    title: `${title}: ${head.matter.number}`,
    author: head.firm.name,
    createdAt,
    size: [sheet.width, sheet.height],
  } as const;
  return createPdf(facts, async (document, output) => {
    const pen = { document, wrap: wrapIn(document, faces) };
    const name = printableText(pen, head.firm.name);
    const shown = { ...head, firm: { ...head.firm, name } };
    const blocks = await statementBlocks(pen, shown, content);
    await drawAll(pen, output, { blocks, foot: [name, `${title}, ${head.matter.number}`] });
  });
}

async function statementBlocks(pen: Pen, head: Head, content: Content): Promise<Block[]> {
  const { lines, tally, priceTables } = content;
  const logo = logoSource(head.firm.logo);
  const isEmpty = lines.length === 0;
  const pause = createPauses();
  const rows: Block[] = [];
  for (const block of lineBlocks(pen, head, { lines, tally })) {
    rows.push(block);
    await pause();
  }
  return [
    ...headBlocks(pen, head, { logo, isEmpty }),
    ...rows,
    ...sumBlocks(pen, head, tally),
    ...priceBlocks(pen, priceTables),
  ];
}

async function drawAll(
  pen: Pen,
  output: PassThrough,
  { blocks, foot }: { blocks: readonly Block[]; foot: string[] },
): Promise<void> {
  const pause = createPauses();
  const pages = layOutPages(blocks);
  for (const [index, page] of pages.entries()) {
    if (output.destroyed) return;
    pen.document.addPage();
    for (const { block, y } of page) {
      block.draw(y);
      await pause();
    }
    const isCut = page.some(({ block }) => block.isCut === true);
    drawFoot(pen, {
      texts: isCut ? [...foot.slice(0, 1), cutNote] : foot,
      numbers: `Page ${index + 1} of ${pages.length}`,
    });
  }
  pen.document.end();
}
