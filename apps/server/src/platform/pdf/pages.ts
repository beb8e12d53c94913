import { type Block, pageRoom, sheet } from './sheet.ts';

export type Placed = { block: Block; y: number };

/** The last block is never alone on a page, so that nobody signs an empty one. */
export function pagesOf(blocks: readonly Block[]): Placed[][] {
  const pages: Placed[][] = [[]];
  let room: number = pageRoom;
  const put = (placed: readonly Block[]): void => {
    for (const block of placed) {
      pages.at(-1)?.push({ block, y: sheet.top + pageRoom - room });
      room -= block.height;
    }
  };
  for (const [index, block] of blocks.entries()) {
    const isNewSection = block.before !== blocks[index - 1]?.before;
    const next = index === blocks.length - 2 ? blocks.slice(-1) : [];
    const isFull = room < heightOf([...headingOf(block, isNewSection), block, ...next]);
    const isNewPage = isFull && room < pageRoom;
    if (isNewPage) {
      pages.push([]);
      room = pageRoom;
    }
    put([...headingOf(block, isNewSection || isNewPage), block]);
  }
  return pages;
}

function headingOf({ before }: Block, isShown: boolean): Block[] {
  return before !== undefined && isShown ? [before] : [];
}

function heightOf(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}
