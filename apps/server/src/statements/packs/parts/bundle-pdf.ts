import { listPages } from '@recoup/contract/vouchers/page-ranges';
import { keepOwnContent } from '../../../platform/pdf/own-page-content.ts';
import { createHash } from 'node:crypto';
import type { PassThrough, Readable } from 'node:stream';
import { setTimeout } from 'node:timers/promises';
import { embedPage, type EmbeddedPdf, openEmbedded } from '../../../platform/pdf/embedded-pdf.ts';
import { printableText } from '../../../platform/pdf/sheet.ts';
import {
  addGroup,
  addTag,
  createTaggedPdf,
  drawArtifact,
  drawLine,
  drawPageFoot,
  drawText,
  type Element,
  landscape,
  portrait,
  type TaggedPen,
} from '../../../platform/pdf/tagged-pages.ts';
import { tableBlocks, type TaggedRow } from '../../../platform/pdf/tagged-table.ts';
import { oneLine } from '../../../platform/pdf/wrap.ts';
import { indexPages, indexRows, packDate, type PackFacts, type PackVoucher } from '../pack.ts';

/** The content of the next voucher, in the order of the facts. */
export type ReadNext = () => Promise<Buffer>;

/** Pages on which the vouchers begin, and which could not be drawn whole. */
export type BundleResult = { pages: number; damaged: string[] };

type Bundle = {
  pen: TaggedPen;
  output: PassThrough;
  facts: PackFacts;
  result: BundleResult;
  firstPages: number[];
  /** Vouchers with a page that could not be drawn. */
  broken: Set<number>;
};

/**
 * All vouchers, each once, with a stamp in a margin of its own, behind an index with links. One
 * voucher is in memory at a time, and what is written leaves it.
 */
export function bundlePdf(
  facts: PackFacts,
  {
    readNext,
    result,
    onVoucher,
  }: { readNext: ReadNext; result: BundleResult; onVoucher: () => void },
): Readable {
  const title = `Vouchers: ${facts.matter.number}`;
  const about = { title, author: facts.firm.name, createdAt: packDate(facts), shape: portrait };
  return createTaggedPdf(about, async (pen, output) => {
    const index = addGroup(pen, pen.root, 'Sect');
    const bundle = { pen, output, facts, result, firstPages: [], broken: new Set<number>() };
    result.pages = indexPages(facts.vouchers.length);
    for (const voucher of facts.vouchers) {
      await drawVoucher(bundle, { voucher, bytes: await readNext() });
      await drained(bundle);
      onVoucher();
    }
    await drawIndex(bundle, index);
    addOutline(bundle);
  });
}

/** Waits until the reader has taken what is written. */
async function drained({ pen: { document }, output }: Bundle): Promise<void> {
  const source = document as unknown as Readable; // pdfkit's own class is a stream
  while (!output.destroyed && source.readableLength + output.readableLength > 1 << 20)
    await setTimeout(2);
}

async function drawVoucher(
  bundle: Bundle,
  { voucher, bytes }: { voucher: PackVoucher; bytes: Buffer },
): Promise<void> {
  const section = addGroup(bundle.pen, bundle.pen.root, 'Sect');
  bundle.firstPages.push(bundle.result.pages + 1);
  const isWhole = createHash('sha256').update(bytes).digest('hex') === voucher.sha256;
  const drawn = isWhole && (await drawContent(bundle, { voucher, bytes, section }));
  if (!drawn) drawSheet(bundle, { voucher, section, page: 1, pages: 1 });
  section.end();
}

type Content = { voucher: PackVoucher; bytes: Buffer; section: Element };

/** False if nothing of it can be drawn. */
async function drawContent(bundle: Bundle, content: Content): Promise<boolean> {
  const { voucher, bytes, section } = content;
  try {
    if (voucher.kind === 'pdf') {
      const pdf = await openEmbedded(bundle.pen.document, bytes);
      const pages = shownPages(voucher, pdf);
      if (pages.length === 0) return false;
      await drawPdf(bundle, { ...content, pdf: { ...pdf, pages } });
    } else {
      await drawPicture(bundle, { voucher, bytes, section });
    }
    return true;
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return false;
  }
}

async function drawPdf(
  bundle: Bundle,
  { voucher, pdf, section }: Content & { pdf: EmbeddedPdf },
): Promise<void> {
  const { document } = bundle.pen;
  const pages = pdf.pages.length;
  for (const [index, each] of pdf.pages.entries()) {
    const place = { voucher, section, page: index + 1, pages };
    const isPart = voucher.shownPages !== null;
    const page = tryEmbed(pdf, { page: each, name: `V${voucher.v}P${index + 1}`, isPart });
    if (!page) {
      drawSheet(bundle, place);
      continue;
    }
    await drained(bundle);
    const { width, height, content, drawings } = page;
    drawStamped(bundle, { ...place, width, height }, ({ x, y, scale, paper }) => {
      Object.assign(document.page.xobjects, drawings);
      const fitted = `${scale} 0 0 ${scale} ${x} ${paper.height - y - height * scale} cm`;
      // pdfkit measures from the top, a PDF from the bottom.
      document.addContent(`q\n1 0 0 -1 0 ${paper.height} cm\n${fitted}\n${content}Q`);
    });
  }
}

/** All pages, or those that an entry shows. */
function shownPages({ shownPages: named }: PackVoucher, { pages }: EmbeddedPdf) {
  if (named === null) return pages;
  return listPages(named).flatMap((page) => pages[page - 1] ?? []);
}

type Embedding = { page: EmbeddedPdf['pages'][number]; name: string; isPart: boolean };

/** A page of a part comes without what belongs to the others. */
function tryEmbed({ copies }: EmbeddedPdf, { page, name, isPart }: Embedding) {
  try {
    if (isPart) keepOwnContent(page);
    return embedPage(page, { copies, name });
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    return undefined;
  }
}

/** Pixels of a picture for each point on paper: 150 dots an inch, and more where it is fitted. */
const density = 150 / 72;

async function drawPicture(bundle: Bundle, { voucher, bytes, section }: Content): Promise<void> {
  const { document } = bundle.pen;
  const image = openPicture(document, await opaque(voucher, bytes));
  const [width, height] = [image.width / density, image.height / density];
  const place = { voucher, section, page: 1, pages: 1, width, height };
  drawStamped(bundle, place, ({ x, y, scale }) => {
    const size = { width: width * scale, height: height * scale };
    document.image(image as never, x, y, size); // as pdfkit opened it
  });
}

function openPicture(document: PDFKit.PDFDocument, bytes: Buffer): Paper {
  // A method that pdfkit's types omit.
  const { openImage } = document as unknown as { openImage: (from: Buffer) => Paper };
  return openImage.call(document, bytes);
}

/** pdfkit takes a picture with transparent pixels apart in memory. */
async function opaque({ kind }: PackVoucher, bytes: Buffer): Promise<Buffer> {
  if (kind !== 'png') return bytes;
  // Imported with the first of them: it takes memory.
  const { default: sharp } = await import('sharp');
  const picture = sharp(bytes);
  const { hasAlpha } = await picture.metadata();
  return hasAlpha ? picture.flatten({ background: '#fff' }).png().toBuffer() : bytes;
}

/** The margin that stamps have for themselves, and the one around the content. */
const stampHeight = 36;
const edge = 18;

type Paper = { width: number; height: number };
type Place = { voucher: PackVoucher; section: Element; page: number; pages: number };
type Fitted = { x: number; y: number; scale: number; paper: Paper };

/** A page of A4, upright or on its side as the content is, which is never drawn larger. */
function drawStamped(
  bundle: Bundle,
  { width, height, ...place }: Place & Paper,
  draw: (fitted: Fitted) => void,
): void {
  const paper = width > height ? landscape : portrait;
  const room = { width: paper.width - 2 * edge, height: paper.height - stampHeight - edge };
  const scale = Math.min(1, room.width / width, room.height / height);
  const x = (paper.width - width * scale) / 2;
  addPage(bundle, { ...place, paper });
  const { voucher, page, pages } = place;
  const alt = `Voucher V${voucher.v}, page ${page} of ${pages}: ${voucher.name}`;
  addTag(bundle.pen, place.section, {
    type: 'Figure',
    options: { alt },
    draw: () => draw({ x, y: stampHeight, scale, paper }),
  });
}

/** The page with its stamp: the number of the voucher, its items, and the page of the bundle. */
function addPage(
  bundle: Bundle,
  { voucher, section, page, pages, paper }: Place & { paper: Paper },
) {
  const { pen, result } = bundle;
  const { width, height } = paper;
  pen.document.addPage({ size: [width, height], margin: 0 });
  result.pages += 1;
  if (page === 1) pen.document.addNamedDestination(`V${voucher.v}`);
  const items = itemsText(voucher);
  addTag(pen, section, {
    type: page === 1 ? 'H2' : 'P',
    draw: () =>
      drawText(pen, [
        { text: `V${voucher.v} p ${page}/${pages}`, face: 'heading', x: edge, y: 12 },
        { text: items, face: 'text', x: width / 2 - 60, y: 13 },
        { text: `Page ${result.pages}`, face: 'heading', x: width - edge, y: 12, align: 'right' },
      ]),
  });
  drawArtifact(pen, () => drawLine(pen, { x: edge, y: 28, width: width - 2 * edge }));
}

const shownItems = 6;

function itemsText({ items }: PackVoucher): string {
  const shown = items.slice(0, shownItems).join(', ');
  const more = items.length - shownItems;
  const word = items.length === 1 ? 'Item' : 'Items';
  return more > 0 ? `${word} ${shown} and ${more} more` : `${word} ${shown}`;
}

/** In the place of a page that cannot be drawn. */
function drawSheet(bundle: Bundle, place: Place): void {
  const { pen, result, broken } = bundle;
  const { voucher, page, pages, section } = place;
  broken.add(voucher.v);
  result.damaged.push(pages === 1 ? `V${voucher.v}` : `V${voucher.v} p ${page}/${pages}`);
  addPage(bundle, { ...place, paper: portrait });
  const lines = [
    'This page of the voucher is damaged and could not be drawn.',
    `File: ${voucher.name}`,
    `SHA-256: ${voucher.sha256}`,
    'Recoup keeps the file as it was stored. Please ask the supplier for a copy of it.',
  ].flatMap((line) => pen.wrap(printableText(pen, line), portrait.width - 108, 'text'));
  addTag(pen, section, {
    type: 'P',
    draw: () =>
      drawText(
        pen,
        lines.map((text, at) => ({ text, face: 'text', x: 54, y: 120 + at * 16 })),
      ),
  });
}

const titleHeight = 34;

/** Drawn last, when the pages are known, and moved to the front. */
async function drawIndex(bundle: Bundle, section: Element): Promise<void> {
  const { pen, facts, result } = bundle;
  const count = indexPages(facts.vouchers.length);
  const indexed: TaggedPen = { ...pen, root: section };
  for (let page = 0; page < count; page += 1) {
    pen.document.addPage();
    if (page === 0) pen.document.addNamedDestination('index');
    const title = page === 0 ? indexTitle(facts) : `${indexTitle(facts)} (continued)`;
    addTag(pen, section, {
      type: page === 0 ? 'H1' : 'P',
      draw: () => drawText(pen, [{ text: title, face: 'title', x: portrait.margin, y: 40 }]),
    });
    drawIndexRows(bundle, indexed, page);
    const text = `${facts.firm.name} · ${facts.matter.number}`;
    const numbers = `Page ${page + 1} of ${result.pages}`;
    drawPageFoot(pen, { text: printableText(pen, text), numbers });
    await drained(bundle);
  }
  section.end();
  moveToFront(pen.document, count);
}

function indexTitle({ matter }: PackFacts): string {
  return `Index of vouchers: ${matter.number}`;
}

const indexColumns = [
  { title: 'Voucher', width: 44 },
  { title: 'Items', width: 150 },
  { title: 'File' },
  { title: 'Page', width: 56, isRight: true },
];

function drawIndexRows(bundle: Bundle, pen: TaggedPen, page: number): void {
  const { vouchers } = bundle.facts;
  const shown = vouchers.slice(page * indexRows, (page + 1) * indexRows);
  let y = 40 + titleHeight;
  if (shown.length === 0) {
    const text = 'No item of the schedule has the file of a voucher.';
    const draw = () => drawText(pen, [{ text, face: 'text', x: portrait.margin, y }]);
    addTag(pen, pen.root, { type: 'P', draw });
    return;
  }
  const rows = shown.map((voucher) => indexRow(bundle, pen, voucher));
  const blocks = tableBlocks(pen, { columns: indexColumns, rows });
  const table = blocks[0]?.table;
  table?.head.draw(y, true);
  y += table?.head.height ?? 0;
  for (const block of blocks) {
    block.draw(y);
    y += block.height;
  }
  table?.end();
}

function indexRow({ firstPages, broken }: Bundle, pen: TaggedPen, voucher: PackVoucher): TaggedRow {
  const { v, name } = voucher;
  const first = firstPages[v - 1] ?? 0;
  const isBroken = broken.has(v) ? ' (damaged, see there)' : '';
  const line = { wrap: pen.wrap, width: isBroken === '' ? 216 : 128, face: 'price' } as const;
  const { text: shownName } = oneLine(printableText(pen, name), line);
  return {
    cells: [`V${v}`, itemsText(voucher), `${shownName}${isBroken}`, `Page ${first}`],
    over: ({ index, x, y, width, cell }) => {
      if (index !== 3) return;
      const link = addGroup(pen, cell, 'Link');
      const Contents = new String(`Voucher V${v}, page ${first}`); // as pdfkit writes texts
      const options: object = { structParent: link, Contents };
      pen.document.goTo(x, y, width, 10, `V${v}`, options);
      link.end();
    },
  };
}

function moveToFront(document: PDFKit.PDFDocument, count: number): void {
  const pages = pageList(document);
  pages.unshift(...pages.splice(pages.length - count, count));
}

/** Methods that pdfkit's types omit. */
type Pages = { _root: { data: { Pages: { data: { Kids: unknown[] } } } } };

function pageList(document: PDFKit.PDFDocument): unknown[] {
  const { _root: root } = document as unknown as Pages; // pdfkit's own class
  return root.data.Pages.data.Kids;
}

function addOutline({ pen: { document }, facts, firstPages }: Bundle): void {
  const at = (pageNumber: number): object => ({ pageNumber });
  document.outline.addItem('Index of vouchers', at(0));
  for (const [index, { v, name }] of facts.vouchers.entries())
    document.outline.addItem(`V${v} ${name}`, at((firstPages[index] ?? 1) - 1));
}
