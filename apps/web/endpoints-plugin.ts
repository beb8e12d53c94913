import type { Plugin } from 'vite';

/** Of an import: its names and its module, which is a file of the contract. */
const contractImport = /import \{([^{}]*)\} from '(@recoup\/contract\/[^']+)';/g;
const prefix = '\0plain:';
const ours = /^\0plain:/;
type Definition = { method: string; path: string; may: string };

/**
 * Pages need an endpoint's method, path and access; its schemas and zod are the larger part of a
 * first visit. An imported `…Endpoints` of a module with schemas gets those three alone, and a
 * constant (a list, an object, a number, a text) its value. A form imports its schema by name.
 */
export function endpointsWithoutSchemas(): Plugin {
  return {
    name: 'endpoints-without-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/apps\/web\/src\/.*\.tsx?$/, code: '@recoup/contract/' },
      async handler(code, id) {
        const used = /\b(\w+Endpoints\.\w+)\.(?:params|query|body|replies)\b/.exec(code);
        if (used) this.error(`${id} uses a schema of ${used[1]}: import it by its own name.`);
        const modules = new Map<string, Record<string, unknown>>();
        for (const [, , module = ''] of code.matchAll(contractImport))
          modules.set(module, await loadContract(module));
        return code.replace(contractImport, (_, names: string, module: string) =>
          splitImport(names, module, modules.get(module) ?? {}),
        );
      },
    },
    resolveId: { filter: { id: ours }, handler: (source) => source },
    load: {
      filter: { id: ours },
      async handler(id) {
        const module = await loadContract(id.slice(prefix.length));
        return Object.entries(module)
          .filter(([name, value]) => isWithoutSchema(name, value))
          .map(([name, value]) => `export const ${name} = ${sourceText(name, value)};`)
          .join('\n');
      },
    },
  };
}

/** The built contract: `npm run build` compiles it first. */
async function loadContract(module: string): Promise<Record<string, unknown>> {
  return import(module) as Promise<Record<string, unknown>>; // by its names
}

/**
 * On one line, so that lines keep their numbers. Without types: an import of types alone would tie
 * the file to the schemas in the graph of the build.
 */
function splitImport(names: string, module: string, exported: Record<string, unknown>): string {
  const all = names
    .split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '' && !name.startsWith('type '));
  const hasSchemas = Object.entries(exported).some(
    ([name, value]) => isEndpoints(name) || isSchema(value) || hasSchema(value),
  );
  const isPlain = (name: string): boolean =>
    hasSchemas && isWithoutSchema(name, exported[name.split(' as ')[0] ?? name]);
  const imports = [
    [all.filter(isPlain), prefix + module],
    [all.filter((name) => !isPlain(name)), module],
  ] as const;
  return imports
    .filter(([each]) => each.length > 0)
    .map(([each, from]) => `import { ${each.join(', ')} } from ${JSON.stringify(from)};`)
    .join(' ');
}

function isEndpoints(name: string): boolean {
  return name.endsWith('Endpoints');
}

function isSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && '_zod' in value;
}

function hasSchema(value: unknown): boolean {
  return typeof value === 'object' && value !== null && Object.values(value).some(isSchema);
}

function isWithoutSchema(name: string, value: unknown): boolean {
  return isEndpoints(name) || isConstant(value);
}

/** JSON says all of it. */
function isConstant(value: unknown): boolean {
  if (value === null || ['string', 'boolean'].includes(typeof value)) return true;
  if (typeof value === 'number') return Number.isFinite(value);
  if (typeof value !== 'object') return false;
  const isPlain = Array.isArray(value) || Object.getPrototypeOf(value) === Object.prototype;
  return isPlain && Object.values(value).every(isConstant);
}

function sourceText(name: string, value: unknown): string {
  if (!isEndpoints(name)) return JSON.stringify(value);
  const endpoints = value as Record<string, Definition>; // by its name
  const entries = Object.entries(endpoints).map(([call, { method, path, may }]) => [
    call,
    { method, path, may },
  ]);
  return JSON.stringify(Object.fromEntries(entries));
}
