import { type Block, pageRoom, sheet } from './sheet.ts';

export type Placed = { block: Block; y: number };

/** The last block is never alone on a page, so that no empty one is signed. */
export function layOutPages(blocks: readonly Block[]): Placed[][] {
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
    const heading = isNewSection ? sectionHeading(block) : [];
    const isFull =
      room < totalHeight([...heading, block, ...next]) ||
      (isNewSection && room < heightOfWhole(blocks, index));
    const isNewPage = isFull && room < pageRoom;
    if (isNewPage) {
      pages.push([]);
      room = pageRoom;
    }
    put([...(isNewPage && !isNewSection ? continuedHeading(block) : heading), block]);
  }
  return pages;
}

function sectionHeading({ before }: Block): Block[] {
  return before === undefined ? [] : [before];
}

function continuedHeading({ before }: Block): Block[] {
  return before === undefined ? [] : [before.continued ?? before];
}

/** Height of a section that begins here and is not divided; 0 if it may be. */
function heightOfWhole(blocks: readonly Block[], start: number): number {
  const heading = blocks[start]?.before;
  if (heading?.isWhole !== true) return 0;
  let height = heading.height;
  for (let at = start; blocks[at]?.before === heading; at += 1) height += blocks[at]?.height ?? 0;
  return height > pageRoom ? 0 : height;
}

function totalHeight(blocks: readonly Block[]): number {
  return blocks.reduce((sum, { height }) => sum + height, 0);
}
