import type { Plugin } from 'vite';

/**
 * Puts the styles of each chunk into its script, which adopts them before its own code: no page
 * waits for a request of styles, and each loads those of its parts alone. Imported chunks run
 * first, so the styles of a part that the page imports come before the page's own.
 */
export function stylesInScripts(): Plugin {
  return {
    name: 'styles-in-scripts',
    apply: 'build',
    generateBundle: {
      // Before Vite writes links to the sheets, whose names are a part of the hashes of scripts.
      order: 'pre',
      handler(_options, bundle) {
        for (const chunk of Object.values(bundle)) {
          if (chunk.type !== 'chunk') continue;
          const sheets = chunk.viteMetadata?.importedCss ?? new Set();
          // Vite removes a chunk of nothing but styles, and would lose them here.
          const isBare = chunk.code.replaceAll(/\/\*.*?\*\//gs, '').trim() === '';
          for (const name of sheets) {
            const sheet = bundle[name];
            if (sheet?.type !== 'asset' || isBare || sheets.size > 1)
              this.error(`${name} has no script of its own that could adopt it.`);
            const text = JSON.stringify(Buffer.from(sheet.source).toString());
            chunk.code =
              `{const s=new CSSStyleSheet;s.replaceSync(${text});` +
              `document.adoptedStyleSheets.push(s)}\n${chunk.code}`;
            delete bundle[name];
          }
          sheets.clear();
        }
      },
    },
  };
}
