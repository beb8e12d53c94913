import type { Plugin } from 'vite';

/** Of an import: its names and its module, which is a file of the contract. */
const contractImport = /import \{([^{}]*)\} from '(@recoup\/contract\/[^']+)';/g;
const prefix = '\0endpoints:';
const ours = /^\0endpoints:/;
type Definition = { method: string; path: string; may: string };

/**
 * Pages need an endpoint's method, path and access; its schemas and zod are the larger part of a
 * first visit. An imported `…Endpoints` gets those three alone. A form imports its schema by name.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: '@recoup/contract/' },
      handler(code, id) {
        const used = /\b(\w+Endpoints\.\w+)\.(?:params|query|body|replies)\b/.exec(code);
        if (used) this.error(`${id} uses a schema of ${used[1]}: import it by its own name.`);
        return code.replace(contractImport, (_, names: string, module: string) =>
          splitImport(names, module),
        );
      },
    },
    resolveId: { filter: { id: ours }, handler: (source) => source },
    load: {
      filter: { id: ours },
      async handler(id) {
        // The built contract: `npm run build` compiles it first.
        const module: object = await import(id.slice(prefix.length));
        return Object.entries(module)
          .filter(([name]) => name.endsWith('Endpoints'))
          .map(([name, endpoints]) => `export const ${name} = ${withoutSchemas(endpoints)};`)
          .join('\n');
      },
    },
  };
}

/**
 * On one line, so that lines keep their numbers. Without types: an import of types alone would tie
 * the file to the schemas in the graph of the build.
 */
function splitImport(names: string, module: string): string {
  const all = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
  const endpoints = all.filter((name) => name.endsWith('Endpoints'));
  const others = all.filter((name) => !endpoints.includes(name));
  const imports = [
    [endpoints, prefix + module],
    [others, module],
  ] as const;
  return imports
    .filter(([each]) => each.length > 0)
    .map(([each, from]) => `import { ${each.join(', ')} } from ${JSON.stringify(from)};`)
    .join(' ');
}

function withoutSchemas(endpoints: Record<string, Definition>): string {
  const entries = Object.entries(endpoints).map(([name, { method, path, may }]) => [
    name,
    { method, path, may },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
