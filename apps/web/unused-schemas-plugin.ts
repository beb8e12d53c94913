import type { Plugin } from 'vite';

/**
 * Leaves out the schemas of the contract that no page uses. A form needs a few fields of a module
 * whose replies are most of it, and a build keeps each call that it does not know to do nothing
 * else. The constants of the contract have no effect but their value, and that zod knows the names
 * of schemas for the description of the API, which the server alone writes.
 */
export function withoutUnusedSchemas(): Plugin {
  return {
    name: 'without-unused-schemas',
    apply: 'build',
    enforce: 'pre',
    transform: {
      filter: { id: /\/packages\/contract\/src\/.*\.ts$/ },
      handler(code) {
        const { body } = this.parse(code, { lang: 'ts' });
        const values = body
          .map((each) => (each.type === 'ExportNamedDeclaration' ? each.declaration : each))
          .flatMap((each) => (each?.type === 'VariableDeclaration' ? each.declarations : []))
          .flatMap(({ init }) => (init && !isPlain(init) ? [init] : []));
        // From the end, so that the places before stay what they are.
        return values.reduceRight(
          (text, { start, end }) =>
            `${text.slice(0, start)}/* @__PURE__ */ (() => (${text.slice(start, end)}))()` +
            text.slice(end),
          code,
        );
      },
    },
  };
}

/** The build knows by itself what these do. */
function isPlain({ type }: { type: string }): boolean {
  return ['ArrowFunctionExpression', 'Literal', 'TemplateLiteral'].includes(type);
}
