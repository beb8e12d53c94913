import { type Plugin, type Rolldown, Visitor } from 'vite';

type Program = ReturnType<Rolldown.PluginContext['parse']>;
type Edit = { start: number; end: number; text: string };

/** Holds what the start exports. */
const exportsOfStart = 'globalThis.programStart';
const folder = '/assets/';

/** Vite's loader of a part asks `import.meta` for an address; those of our files are absolute. */
const metaOfPage = '({url:document.baseURI})';

/**
 * Writes a second index.html that has the script of the start within it, for a browser that opens
 * an address: the script comes while the requests that the page begins with wait for their first
 * byte. Nothing can be imported from an inline script, so the start leaves its exports at
 * `globalThis`, as a file too, where all other scripts take them. The file is a classic script:
 * Chromium creates its code cache when the service worker stores it, that of a module in the page.
 */
export function startInPage(): Plugin {
  return {
    name: 'start-in-page',
    apply: 'build',
    generateBundle: {
      order: 'post',
      handler(_options, bundle) {
        const chunks = Object.values(bundle).filter((item) => item.type === 'chunk');
        const start = chunks.find(({ isEntry }) => isEntry);
        const page = bundle['index.html'];
        if (!start || page?.type !== 'asset') return this.error('The build has no page.');
        const address = `./${start.fileName.split('/').at(-1)}`;
        for (const chunk of chunks) {
          const program = this.parse(chunk.code);
          const edits =
            chunk === start ? startEdits(program, chunk.code) : importEdits(program, address);
          chunk.code = edited(chunk.code, edits);
        }
        start.code = wrappedInFunction(start.code);
        if (/<\/script|<!--/i.test(start.code)) this.error('The start would end its element.');
        const html = String(page.source);
        const tag = new RegExp(`<script type="module"[^>]* src="/${start.fileName}"></script>`);
        if (!tag.test(html)) this.error('The page does not name its start.');
        this.emitFile({
          type: 'asset',
          fileName: '.vite/page.html',
          source: html.replace(tag, () => `<script type="module">${start.code}</script>`),
        });
        page.source = html.replace(tag, `<script defer src="/${start.fileName}"></script>`);
      },
    },
  };
}

/** Its names are its own, as those of a module. The first line stays: it is one for Chromium. */
function wrappedInFunction(code: string): string {
  const [first = '', ...rest] = code.split('\n');
  return `${first}\n(()=>{'use strict';${rest.join('\n')}})();\n`;
}

/** Its exports as a value, and addresses of imports that do not depend on where it stands. */
function startEdits(program: Program, code: string): Edit[] {
  const edits = program.body.flatMap((statement): Edit[] => {
    if (statement.type === 'ImportDeclaration') throw new Error('The start imports a script.');
    if (statement.type !== 'ExportNamedDeclaration') return [];
    const pairs = statement.specifiers.map(({ exported, local }) => pair(exported, local));
    return [{ ...statement, text: `${exportsOfStart}={${pairs.join()}};` }];
  });
  const visitor = new Visitor({
    ImportExpression({ source: { start } }) {
      const [from, to] = [start + 1, start + 3];
      if (code.slice(from, to) !== './') throw new Error('The start loads from elsewhere.');
      edits.push({ start: from, end: to, text: folder });
    },
    MetaProperty({ start, end, meta }) {
      if (meta.name === 'import') edits.push({ start, end, text: metaOfPage });
    },
  });
  visitor.visit(program);
  return edits;
}

/** The imports from the start, as values. */
function importEdits(program: Program, address: string): Edit[] {
  return program.body.flatMap((statement): Edit[] => {
    if (!('source' in statement) || statement.source?.value !== address) return [];
    if (statement.type !== 'ImportDeclaration') throw new Error('It exports a part of the start.');
    const pairs = statement.specifiers.map((each) => {
      if (each.type !== 'ImportSpecifier') throw new Error('It imports the whole start.');
      return pair(each.imported, each.local);
    });
    return [{ ...statement, text: `const{${pairs.join()}}=${exportsOfStart};` }];
  });
}

type Name = Parameters<typeof nameFrom>[0];

/** A property of an object, or of the pattern of one. */
function pair(exported: Name, local: Name): string {
  return `${nameFrom(exported)}:${nameFrom(local)}`;
}

function nameFrom(node: { name: string } | { value: string }): string {
  return 'name' in node ? node.name : JSON.stringify(node.value);
}

function edited(code: string, edits: readonly Edit[]): string {
  return edits
    .toSorted((one, other) => other.start - one.start)
    .reduce(
      (text, { start, end, text: next }) => text.slice(0, start) + next + text.slice(end),
      code,
    );
}
