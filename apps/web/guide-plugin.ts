import { readFileSync } from 'node:fs';
import path from 'node:path';
import type { Plugin } from 'vite';
import type { Block, Inline } from './src/app/guide/guide-block.ts';

/**
 * Makes data of the user guide, which the page draws without markup strings. The build fails at
 * Markdown that it does not know: headings, paragraphs, lists, pictures, **strong** and `code`.
 */
export function guide(): Plugin {
  return {
    name: 'guide',
    transform(text, id) {
      if (!id.endsWith('.md')) return undefined;
      const pictures: string[] = [];
      const [heading = '', ...rest] = text.trim().split(/\n{2,}/);
      const blocks = rest.map((block) => blockOf(block, path.dirname(id), pictures));
      const data = JSON.stringify({ title: heading.replace(/^# /, ''), blocks });
      // Each picture becomes a file of the build, with the hash of its content in its name.
      const imports = pictures.map((src, index) => `import p${index} from '${src}';`);
      const code = data.replaceAll(/"src:(\d+)"/g, 'p$1');
      return { code: `${imports.join('\n')}\nexport default ${code};`, map: null };
    },
  };
}

function blockOf(text: string, folder: string, pictures: string[]): Block {
  const [, alt, file] = /^!\[([^\]]+)\]\(([\w./-]+\.png)\)$/.exec(text) ?? [];
  if (alt !== undefined && file !== undefined) {
    pictures.push(`./${file}`);
    const src = `src:${pictures.length - 1}`;
    return { tag: 'img', picture: { src, alt, ...sizeOf(path.join(folder, file)) } };
  }
  if (text.startsWith('## ')) return { tag: 'h2', words: inlinesOf(text.slice(3)) };
  const marker = /^(?:- |\d+\. )/;
  if (marker.test(text)) {
    const items = text.split(/\n(?=- |\d+\. )/).map((item) => inlinesOf(item.replace(marker, '')));
    return { tag: text.startsWith('- ') ? 'ul' : 'ol', items };
  }
  if (/^[#>|![<]/.test(text)) throw new Error(`The guide cannot show: ${text}`);
  return { tag: 'p', words: inlinesOf(text) };
}

function inlinesOf(text: string): Inline[] {
  return text
    .replaceAll(/\s*\n\s*/g, ' ')
    .split(/(\*\*[^*]+\*\*|`[^`]+`)/)
    .filter((part) => part !== '')
    .map((part): Inline => {
      if (part.startsWith('**')) return { tag: 'strong', text: part.slice(2, -2) };
      if (part.startsWith('`')) return { tag: 'code', text: part.slice(1, -1) };
      if (/[*_[\]<]/.test(part)) throw new Error(`The guide cannot show: ${part}`);
      return part;
    });
}

/** A PNG begins with its signature and the chunk of its size. */
function sizeOf(file: string): { width: number; height: number } {
  const bytes = readFileSync(file);
  return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
}
