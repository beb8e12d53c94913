import type { Readable } from 'node:stream';
import type { AuditLine, IncidentPack } from '@recoup/contract/audit/endpoints';
import { auditActor } from '@recoup/contract/audit/sentences';
import { southAfricanTime } from '../../platform/core/clock.ts';
import {
  layOutPages,
  letterheadBlock,
  logoSource,
  type Block,
  contentWidth,
  drawLines,
  drawRule,
  faint,
  type Heading,
  type Pen,
  sheet,
  printableText,
  createSheetPdf,
  drawPages,
} from '../../platform/pdf/sheet.ts';

type Content = { title: string; firm: { name: string; logo: Buffer | null }; pack: IncidentPack };

const lineHeight = 12;

/** The answers under the letterhead of the firm, and the first lines of the timeline. */
export function incidentPdf({ title, firm, pack }: Content, createdAt: Date): Readable {
  return createSheetPdf({ title, author: firm.name, createdAt }, async (pen, output) => {
    const name = printableText(pen, firm.name);
    const letterhead = letterheadBlock(pen, { firm: name, logo: logoSource(firm.logo) });
    const pages = layOutPages([letterhead, titleBlock(pen, title), ...packBlocks(pen, pack)]);
    await drawPages(pen, output, {
      pages,
      foot: (_, number) => ({ texts: [name, title], numbers: `Page ${number} of ${pages.length}` }),
    });
  });
}

function packBlocks(pen: Pen, { fields, kinds, timeline, count, actions }: IncidentPack): Block[] {
  const left = heading(pen, 'Left to the firm');
  const done = heading(pen, 'What can be done now');
  const rest =
    count > timeline.length
      ? `: the first ${timeline.length} of ${count} events (all are in the XLSX)`
      : '';
  const lines = heading(pen, `Timeline in South African time${rest}`);
  const read = heading(pen, 'What was read or sent');
  const answer = ({ question, answer: text }: IncidentPack['fields'][number]) =>
    pairBlock(pen, { label: question, text });
  return [
    ...fields.filter(({ isKnown }) => isKnown).map(answer),
    ...under(left, fields.filter(({ isKnown }) => !isKnown).map(answer)),
    ...under(
      read,
      kinds.map(({ kind, columns, rows }) =>
        pairBlock(pen, { label: kind, text: `${rows} rows: ${columns.join(', ')}` }),
      ),
    ),
    ...under(
      done,
      actions.map((action) => textBlock(pen, action)),
    ),
    ...under(
      lines,
      timeline.map((line) => eventBlock(pen, line)),
    ),
    textBlock(pen, timeline.length === 0 ? 'Recoup recorded nothing in this period.' : ''),
  ];
}

function under(before: Heading, blocks: readonly Block[]): Block[] {
  return blocks.map((block) => ({ ...block, before }));
}

function titleBlock(pen: Pen, title: string): Block {
  const lines = pen.wrap(printableText(pen, title), contentWidth, 'title');
  return {
    height: lines.length * 17 + 8,
    draw: (y) => drawLines(pen, { lines, face: 'title', x: sheet.margin, y, lineHeight: 17 }),
  };
}

function heading(pen: Pen, text: string): Heading {
  return {
    height: 34,
    draw: (y) => {
      drawLines(pen, { lines: [text], face: 'heading', x: sheet.margin, y: y + 12 });
      drawRule(pen, { y: y + 27 });
    },
  };
}

const labelWidth = 150;

/** Longer answers are whole in the XLSX; no block is higher than a page. */
const maxLines = 40;

function pairBlock(pen: Pen, { label, text }: { label: string; text: string }): Block {
  const labels = pen.wrap(printableText(pen, label), labelWidth - 12, 'text');
  const lines = pen.wrap(printableText(pen, text), contentWidth - labelWidth, 'text');
  const shown = lines.slice(0, maxLines);
  return {
    height: Math.max(labels.length, shown.length) * lineHeight + 6,
    draw: (y) => {
      drawLines(pen, { lines: labels, face: 'text', x: sheet.margin, y, colour: faint });
      drawLines(pen, { lines: shown, face: 'text', x: sheet.margin + labelWidth, y });
    },
  };
}

function textBlock(pen: Pen, text: string): Block {
  const lines = text === '' ? [] : pen.wrap(printableText(pen, text), contentWidth, 'text');
  return {
    height: lines.length * lineHeight + 3,
    draw: (y) => drawLines(pen, { lines, face: 'text', x: sheet.margin, y }),
  };
}

const timeWidth = 100;

function eventBlock(pen: Pen, line: AuditLine): Block {
  const who = auditActor(line);
  const refused = line.outcome === 'refused' ? ' (refused)' : '';
  const from = [who, line.address].filter((part) => part !== null).join(', ');
  const width = contentWidth - timeWidth;
  const what = pen.wrap(printableText(pen, `${line.sentence}${refused}`), width, 'text');
  const names = pen.wrap(printableText(pen, from), width, 'price');
  const shown = what.slice(0, maxLines);
  return {
    height: shown.length * lineHeight + names.length * 10 + 5,
    draw: (y) => {
      const time = southAfricanTime(new Date(line.at));
      drawLines(pen, { lines: [time], face: 'price', x: sheet.margin, y: y + 1, colour: faint });
      const x = sheet.margin + timeWidth;
      drawLines(pen, { lines: shown, face: 'text', x, y });
      const below = y + shown.length * lineHeight;
      drawLines(pen, { lines: names, face: 'price', x, y: below, colour: faint, lineHeight: 10 });
    },
  };
}
