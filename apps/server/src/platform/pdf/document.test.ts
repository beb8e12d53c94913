import PdfDocument from 'pdfkit';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createPdf } from './document.ts';

// Each step counts as long work.
beforeEach(() => {
  let now = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => (now += 10));
});
afterEach(() => void vi.restoreAllMocks());

type Used = { _font: { subset: { encode: () => Uint8Array } } };

it('parses and embeds each font in a turn of its own', async () => {
  const steps: [name: string, turn: number][] = [];
  let turn = 0;
  let isOver = false;
  const countTurns = (): void => {
    turn += 1;
    if (!isOver) setImmediate(countTurns);
  };
  countTurns();
  const note = (name: string): void => void steps.push([name, turn]);
  const { registerFont, end } = PdfDocument.prototype;
  vi.spyOn(PdfDocument.prototype, 'registerFont').mockImplementation(function (
    this: PDFKit.PDFDocument,
    ...args
  ) {
    note(String(args[0]));
    return registerFont.apply(this, args);
  });
  vi.spyOn(PdfDocument.prototype, 'end').mockImplementation(function (this: PDFKit.PDFDocument) {
    note('end');
    return end.call(this);
  });
  const facts = { title: 'T', author: 'A', createdAt: new Date(0), size: [595, 842] } as const;
  const content = createPdf(facts, async (document) => {
    note('draw');
    document.addPage();
    for (const font of ['plain', 'bold']) {
      document.font(font).text('Recoup');
      const { _font: used } = document as unknown as Used; // pdfkit's own class
      const { subset } = used;
      const { encode } = subset;
      subset.encode = () => {
        note(`encode ${font}`);
        return encode.call(subset);
      };
    }
  });
  for await (const _ of content);
  isOver = true;
  expect(steps.map(([name]) => name)).toEqual([
    'plain',
    'bold',
    'draw',
    'encode plain',
    'encode bold',
    'end',
  ]);
  expect(new Set(steps.map(([, at]) => at)).size).toBe(steps.length);
});
