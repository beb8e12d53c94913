import {
  PDFArray,
  type PDFContext,
  PDFDict,
  PDFName,
  type PDFObject,
  type PDFPage,
  PDFRawStream,
} from './pdf-lib.ts';
import { unpack } from './embedded-pdf.ts';

/** Keys that a page needs to be shown; the library follows every reference of a page. */
const shownKeys = keySet(
  ['Type', 'Parent', 'Resources', 'MediaBox', 'CropBox', 'Rotate', 'Contents', 'UserUnit'],
  ['Group', 'TrimBox', 'BleedBox', 'ArtBox', 'Annots'],
);
/** Keys of an annotation, such as a stamp or a note, without its target and its field. */
const shownOfAnnotation = keySet(
  ['Type', 'Subtype', 'Rect', 'AP', 'AS', 'F'],
  ['Border', 'BS', 'C'],
);
const resourceKinds = ['XObject', 'Pattern', 'ExtGState', 'Shading', 'Font'].concat([
  'ColorSpace',
  'Properties',
]);
const resourcesKey = PDFName.of('Resources');

function keySet(...names: readonly string[][]): ReadonlySet<PDFName> {
  return new Set(names.flat().map((name) => PDFName.of(name)));
}

/** `done`: the objects that were replaced, also while that is going on. */
type Pruning = { context: PDFContext; done: Map<PDFObject, PDFObject> };

/**
 * Removes from a page what leads elsewhere and what it does not draw: files share one list of
 * pictures among their pages. Throws for content that cannot be read.
 */
export function keepOwnContent({ node }: PDFPage): void {
  const pruning = { context: node.context, done: new Map<PDFObject, PDFObject>() };
  for (const key of node.keys()) if (!shownKeys.has(key)) node.delete(key);
  for (const each of node.Annots()?.asArray() ?? [])
    keepAppearance(node.context.lookup(each), pruning);
  const resources = node.Resources();
  if (resources) node.set(resourcesKey, ownResources(resources, contentText(node), pruning));
}

function keepAppearance(annotation: PDFObject | undefined, pruning: Pruning): void {
  if (!(annotation instanceof PDFDict)) return;
  for (const key of annotation.keys()) if (!shownOfAnnotation.has(key)) annotation.delete(key);
  const [appearances, normal] = [PDFName.of('AP'), PDFName.of('N')];
  const shown = annotation.lookupMaybe(appearances, PDFDict)?.get(normal);
  annotation.delete(appearances);
  if (!shown) return;
  const kept = pruning.context.obj({});
  kept.set(normal, ownAppearance(shown, pruning));
  annotation.set(appearances, kept);
}

/** One drawing, or one for each state. */
function ownAppearance(shown: PDFObject, pruning: Pruning): PDFObject {
  const found = pruning.context.lookup(shown);
  if (!(found instanceof PDFDict)) return ownObject(shown, pruning);
  const states = found.clone(pruning.context);
  for (const [state, drawing] of found.entries()) states.set(state, ownObject(drawing, pruning));
  return states;
}

/** The resources that the content names, each with its own alone. */
function ownResources(resources: PDFDict, content: string, pruning: Pruning): PDFDict {
  const names = namesIn(content);
  addNamesOfForms(resources, names, pruning);
  const own = pruning.context.obj({});
  for (const kind of resourceKinds) {
    const all = resources.lookupMaybe(PDFName.of(kind), PDFDict);
    if (!all) continue;
    const kept = pruning.context.obj({});
    for (const [key, value] of all.entries())
      if (names.has(key.decodeText())) kept.set(key, ownObject(value, pruning));
    own.set(PDFName.of(kind), kept);
  }
  return own;
}

/** A form without resources takes those of the page that draws it. */
function addNamesOfForms(resources: PDFDict, names: Set<string>, { context }: Pruning): void {
  const forms = resources.lookupMaybe(PDFName.of('XObject'), PDFDict);
  if (!forms) return;
  for (const name of names) {
    const form = context.lookup(forms.get(PDFName.of(name)));
    if (!(form instanceof PDFRawStream) || form.dict.has(resourcesKey)) continue;
    if (form.dict.get(PDFName.of('Subtype')) !== PDFName.of('Form')) continue;
    for (const inner of namesIn(streamText(form))) names.add(inner);
  }
}

/** An object of a list of resources, without what it does not draw itself. */
function ownObject(value: PDFObject, pruning: Pruning): PDFObject {
  const { context, done } = pruning;
  const object = context.lookup(value);
  if (!(object instanceof PDFRawStream) && !(object instanceof PDFDict)) return value;
  const dict = object instanceof PDFRawStream ? object.dict : object;
  const mask = dict.lookup(PDFName.of('SMask'));
  const resources = dict.lookup(resourcesKey);
  if (!(resources instanceof PDFDict) && !(mask instanceof PDFDict)) return value;
  const known = done.get(object);
  if (known) return known;
  const own = dict.clone(context);
  const made =
    object instanceof PDFRawStream
      ? context.register(PDFRawStream.of(own, object.contents))
      : context.register(own);
  done.set(object, made);
  if (resources instanceof PDFDict)
    own.set(resourcesKey, ownResources(resources, drawnText(object, pruning), pruning));
  if (mask instanceof PDFDict) own.set(PDFName.of('SMask'), ownMask(mask, pruning));
  return made;
}

function ownMask(mask: PDFDict, pruning: Pruning): PDFDict {
  const own = mask.clone(pruning.context);
  const group = mask.get(PDFName.of('G'));
  if (group) own.set(PDFName.of('G'), ownObject(group, pruning));
  return own;
}

/** Operators of a form or pattern, or of all signs of a font. */
function drawnText(object: PDFRawStream | PDFDict, { context }: Pruning): string {
  if (object instanceof PDFRawStream) return streamText(object);
  const signs = object.lookupMaybe(PDFName.of('CharProcs'), PDFDict)?.values() ?? [];
  return signs.map((sign) => streamText(context.lookup(sign))).join('\n');
}

function contentText(page: PDFPage['node']): string {
  const contents = page.Contents();
  const streams = contents instanceof PDFArray ? contents.asArray() : [contents];
  return streams.map((each) => streamText(each && page.context.lookup(each))).join('\n');
}

function streamText(stream: PDFObject | undefined): string {
  return stream instanceof PDFRawStream ? unpack(stream).toString('latin1') : '';
}

/** Every name in the content, of which some are those of resources: `/Im1 Do`. */
function namesIn(content: string): Set<string> {
  const found = content.matchAll(/\/([^\s/<>[\](){}%]+)/g);
  return new Set([...found].map(([, name = '']) => PDFName.of(name).decodeText()));
}
