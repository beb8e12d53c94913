import type { Plugin } from 'vite';

/** The modules of zod that describe a schema as a JSON schema. */
const describers = /\/zod\/v4\/core\/(?:json-schema-processors|to-json-schema)\.js$/;
const exported = /^export (?:const|function) (\w+)/gm;
const renamed = /^export \{ (\w+) as (\w+) \};/gm;

/**
 * Each schema of zod brings what describes it as a JSON schema, 29 kB of code. The server describes
 * the API; the page only checks values, and gets names without that code.
 */
export function zodWithoutJsonSchemas(): Plugin {
  return {
    name: 'zod-without-json-schemas',
    apply: 'build',
    transform: {
      filter: { id: describers },
      handler: (code) => ({ code: withoutBodies(code), map: null }),
    },
  };
}

function withoutBodies(code: string): string {
  const names = [...code.matchAll(exported)].map(([, name = '']) => name);
  const lines = names.map((name) => {
    // Called for each schema that is made; what it returns is called by nobody.
    const value = name.startsWith('create') ? '() => describe' : 'describe';
    return `export const ${name} = ${value};`;
  });
  const others = [...code.matchAll(renamed)].map(([line]) => line);
  const error = "throw new Error('The page describes no schemas.');";
  return [`const describe = () => { ${error} };`, ...lines, ...others].join('\n');
}
