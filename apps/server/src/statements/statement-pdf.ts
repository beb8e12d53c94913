import type { PassThrough, Readable } from 'node:stream';
import { createPauses } from '../platform/core/pauses.ts';
import {
  layOutPages,
  logoSource,
  type Block,
  type Pen,
  printableText,
  createSheetPdf,
  drawPages,
} from '../platform/pdf/sheet.ts';
import type { Head, Line, PriceTable, Tally } from './statement.ts';
import { headBlocks, lineBlocks, priceBlocks, sumBlocks } from './statement-blocks.ts';
import { statementTitle } from './statement-texts.ts';

const cutNote = 'Texts with … are shortened here. They are whole in the XLSX.';

type Content = { lines: readonly Line[]; tally: Tally; priceTables: readonly PriceTable[] };

/** The statement on A4, under the letterhead of the firm. */
export function statementPdf(head: Head, content: Content, createdAt: Date): Readable {
  const title = statementTitle(head);
  const facts = { title: `${title}: ${head.matter.number}`, author: head.firm.name, createdAt };
  return createSheetPdf(facts, async (pen, output) => {
    const name = printableText(pen, head.firm.name);
    const shown = { ...head, firm: { ...head.firm, name } };
    const blocks = await statementBlocks(pen, shown, content);
    await drawAll(pen, output, { blocks, foot: [name, `${title}, ${head.matter.number}`] });
  });
}

async function statementBlocks(pen: Pen, head: Head, content: Content): Promise<Block[]> {
  const { lines, tally, priceTables } = content;
  const logo = logoSource(head.firm.logo);
  const pause = createPauses();
  const rows: Block[] = [];
  for (const block of lineBlocks(pen, head, { lines, tally })) {
    rows.push(block);
    await pause();
  }
  return [
    ...headBlocks(pen, head, { logo, lines }),
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
  const pages = layOutPages(blocks);
  await drawPages(pen, output, {
    pages,
    foot: (page, number) => {
      const isCut = page.some(({ block }) => block.isCut === true);
      const texts = isCut ? [...foot.slice(0, 1), cutNote] : foot;
      return { texts, numbers: `Page ${number} of ${pages.length}` };
    },
  });
}
