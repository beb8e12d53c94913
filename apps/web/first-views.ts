import { fileURLToPath } from 'node:url';
import { type Plugin, runnerImport, Visitor } from 'vite';
import type { Area, areas } from './src/app/routing/areas.ts';
import type { Viewer } from './src/app/routing/pages.ts';

/** The modules of the page around every other page, below `src`. */
export const frameModules = ['app/program.tsx', 'app/frame/shell.tsx', 'app/frame/area.tsx'];

/** The first view of a page. */
export type FirstView = {
  /** Its modules below `src`, beside those of index.html. */
  modules: readonly string[];
  /** Modules that it shows, but does not wait for. */
  parts: readonly string[];
  /** The requests of its first view, by role. */
  requests: readonly (readonly [roles: readonly Viewer[], ...requests: string[]])[];
};
type FirstViews = Readonly<Record<string, FirstView>>;

const root = fileURLToPath(new URL('.', import.meta.url));
let views: Promise<FirstViews> | undefined;

/** Pages that need no sign-in; `*` stands for all other addresses. */
const publicPages = {
  '/guide': 'app/guide/guide-page.tsx',
  '/api': 'app/api-docs/api-page.tsx',
  '*': 'app/routing/public-not-found-page.tsx',
};

/** By address; `/home` stands for all others below it. The sign-in page needs index.html alone. */
export async function readFirstViews(): Promise<FirstViews> {
  views ??= runnerImport<{ areas: typeof areas }>(`${root}src/app/routing/areas.ts`, { root }).then(
    ({ module }) =>
      Object.fromEntries([
        ['/home', { modules: frameModules, parts: [], requests: [] }],
        ...Object.entries(publicPages).map(([address, page]) => [
          address,
          { modules: ['app/program.tsx', page], parts: [], requests: [] },
        ]),
        ...Object.values(module.areas).flatMap(viewsByAddress),
      ]),
  );
  return views;
}

function viewsByAddress({ at, roles, pages }: Area): [address: string, FirstView][] {
  return pages.map(({ path, requests = [], parts = [], ...rest }) => {
    // A page is not loaded here: its module is in the text of the function that loads it.
    const load = String('form' in rest ? rest.form : rest.page);
    const [, module = load] = /"\/src\/([^"]+)"/.exec(load) ?? [];
    const all = requests.filter((request) => typeof request === 'string');
    const some = requests.filter((request) => typeof request !== 'string');
    const byRole = [[roles, ...all] as const, ...some.map(({ by, to }) => [by, to] as const)];
    const view = {
      modules: [...frameModules, module],
      parts,
      requests: byRole.filter(([, ...addresses]) => addresses.length > 0),
    };
    return [path === '' ? at : `${at}/${path}`, view];
  });
}

/** The program needs no first requests and parts of its pages: index.html sends them. */
export function pagesWithoutRequests(): Plugin {
  return {
    name: 'pages-without-requests',
    apply: 'build',
    transform: {
      filter: { id: /\/src\/app\/routing\/pages\.ts$/ },
      handler(code) {
        const found: { start: number; end: number }[] = [];
        const visitor = new Visitor({
          Property(property) {
            const { key } = property;
            const isSent = key.type === 'Identifier' && ['requests', 'parts'].includes(key.name);
            if (isSent) found.push(property);
          },
        });
        visitor.visit(this.parse(code));
        const cut = (text: string, { start, end }: (typeof found)[number]) =>
          text.slice(0, start) + text.slice(end).replace(/^,/, '');
        return { code: found.reduceRight(cut, code), map: null };
      },
    },
  };
}
