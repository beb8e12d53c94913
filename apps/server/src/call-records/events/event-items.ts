import { Parser } from 'saxen';
import { invalidField } from '../../platform/core/app-error.ts';
import { mostEventCalls } from '@recoup/contract/call-records/event-endpoints';

/** A call as its system sends it: values by name, without those that the system did not fill in. */
export type EventItem = ReadonlyMap<string, string>;

/**
 * The calls of a request: JSON, XML, or either in the field `cdr` of a form. Names of fields inside
 * of others are joined by dots; of XML without its root. Throws `invalid_input` for a text that is
 * none of these, and for more calls than a request may have.
 */
export function readEventItems(body: string, contentType: string): EventItem[] {
  const text = readFormField(body, contentType.toLowerCase()).trim();
  if (text === '') throw unreadable('The body has no call: send JSON, XML, or a form with cdr=.');
  if (text.startsWith('<')) return [readXml(text)];
  const sent = parseJson(text);
  const items = Array.isArray(sent) ? sent : [sent];
  if (items.length > mostEventCalls)
    throw unreadable(`A request may have at most ${mostEventCalls} calls.`);
  return items.map((item: unknown) => flatten(item));
}

const field = 'cdr=';

/** `mod_xml_cdr` names its three encodings of the field by the media type. */
function readFormField(body: string, contentType: string): string {
  if (contentType.startsWith('application/x-www-form-urlencoded'))
    return new URLSearchParams(body).get('cdr') ?? '';
  if (!body.startsWith(field)) return body;
  const value = body.slice(field.length);
  return contentType.includes('base64') ? Buffer.from(value, 'base64').toString('utf8') : value;
}

function unreadable(message: string) {
  return invalidField('body', message);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw unreadable('The body is neither JSON nor XML.');
  }
}

/** Values deeper than this, more of them, and longer ones belong to no call. */
const mostDepth = 12;
const mostValues = 5_000;
const longestValue = 500;
const longestName = 200;
/** The one value that holds others, as JSON in a text. */
const message = 'msg';

/** Values by their names, those of objects and lists inside joined by dots. */
export function flatten(item: unknown): EventItem {
  const values = new Map<string, string>();
  const add = (name: string, value: unknown, depth: number): void => {
    if (depth > mostDepth || values.size >= mostValues || name.length > longestName) return;
    const text = plainText(value);
    if (text !== undefined) note(values, name, text);
    else if (typeof value === 'object' && value !== null)
      for (const [key, inner] of Object.entries(value))
        add(name === '' ? key : `${name}.${key}`, inner, depth + 1);
  };
  add('', item, 0);
  return values;
}

function plainText(value: unknown): string | undefined {
  if (typeof value === 'string') return value;
  return typeof value === 'number' || typeof value === 'boolean' ? String(value) : undefined;
}

/** A template leaves `[Name]` where it has no value. Of values with one name the first counts. */
function note(values: Map<string, string>, name: string, text: string): void {
  if (name.length > longestName || (text.length > longestValue && name !== message)) return;
  const value = text.trim();
  if (value !== '' && !/^\[\[?[A-Za-z]+\]?\]$/.test(value) && !values.has(name))
    values.set(name, value);
}

/**
 * Texts of the elements by their path below the root. Throws `invalid_input` for XML that is not
 * well-formed, and for a document type, whose entities could make a text of any length.
 */
function readXml(text: string): EventItem {
  const values = new Map<string, string>();
  const path: string[] = [];
  let depth = 0;
  let written = '';
  const parser = new Parser();
  parser.on('openTag', (name, _attributes, _decode, isClosed) => {
    written = '';
    if (isClosed) return;
    depth += 1;
    // One character more than a name may have: no path is ever long.
    if (depth <= mostDepth) path.push(name.slice(0, longestName + 1));
  });
  parser.on('closeTag', (_name, _decode, isClosed) => {
    if (isClosed) return;
    if (depth <= mostDepth) {
      if (written !== '' && values.size < mostValues)
        note(values, path.slice(1).join('.'), written);
      path.pop();
    }
    written = '';
    depth -= 1;
  });
  parser.on('text', (part, decode) => {
    written += decode(part);
  });
  parser.on('cdata', (part) => {
    written += part;
  });
  parser.on('attention', () => {
    throw unreadable('XML with a document type is not taken.');
  });
  parser.on('error', () => {
    throw unreadable('The XML is not well-formed.');
  });
  parser.parse(text);
  return values;
}
