/** JSON Schema, as far as the contract uses it. */
export type Schema = {
  $ref?: string;
  type?: string | readonly string[];
  format?: string;
  description?: string;
  const?: unknown;
  enum?: readonly unknown[];
  default?: unknown;
  properties?: Readonly<Record<string, Schema>>;
  required?: readonly string[];
  items?: Schema;
  anyOf?: readonly Schema[];
  oneOf?: readonly Schema[];
  allOf?: readonly Schema[];
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
};

type Content = { content?: Readonly<Record<string, { schema: Schema }>> };

type Operation = {
  operationId: string;
  summary: string;
  /** In words, by the one table of who may do what. */
  'x-who-may': string;
  parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content & { description: string }>>;
};

export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

export type ApiEndpoint = Operation & { method: string; path: string };
export type ApiGroup = { name: string; calls: readonly ApiEndpoint[] };

/** The calls whose words hold every word of the search, by the first part of their path that names something (not `v2`). */
export function groupEndpoints(document: ApiDocument, search: string): ApiGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ApiEndpoint[]>();
  for (const call of endpointsOf(document)) {
    const text = `${call.method} ${call.path} ${call.summary} ${call.operationId}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const name = call.path.split('/').find((part) => part !== '' && !/^v\d+$/.test(part)) ?? '';
    groups.set(name, [...(groups.get(name) ?? []), call]);
  }
  return [...groups].map(([name, calls]) => ({ name, calls }));
}

/** The schema behind a `$ref` of the document, and its name. */
export function resolve(document: ApiDocument, schema: Schema): { schema: Schema; name?: string } {
  const name = schema.$ref?.split('/').at(-1);
  const found = name === undefined ? undefined : document.components.schemas[name];
  return name === undefined || !found ? { schema } : { schema: found, name };
}

/** One line: 'string, 1 to 100 characters', 'integer, at least 1', '2 | 1 | 0', 'list of Firm'. */
export function describe(document: ApiDocument, given: Schema): string {
  const { schema, name } = resolve(document, given);
  if (name !== undefined) return name;
  const options = schema.anyOf ?? schema.oneOf ?? schema.allOf;
  if (options)
    return [...new Set(options.map((option) => describe(document, option)))].join(
      schema.allOf ? ' and ' : ' or ',
    );
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(' | ');
  if (schema.items) return `list of ${describe(document, schema.items)}`;
  return [
    kindOf(schema),
    range(schema),
    schema.default === undefined ? '' : `default ${JSON.stringify(schema.default)}`,
  ]
    .filter((part) => part !== '')
    .join(', ');
}

function endpointsOf(document: ApiDocument): ApiEndpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}

function kindOf({ type, format }: Schema): string {
  const kind = typeof type === 'string' ? type : (type?.join(' or ') ?? 'anything');
  return format === undefined ? kind : `${kind} (${format})`;
}

/** The limits that say something; the largest number that JavaScript can count to does not. */
function range({ minLength, maxLength, minimum, maximum }: Schema): string {
  const unit = minLength === undefined && maxLength === undefined ? '' : ' characters';
  const from = minLength ?? minimum;
  const to = maxLength ?? maximum;
  const isFrom = from !== undefined && from !== Number.MIN_SAFE_INTEGER;
  const isTo = to !== undefined && to !== Number.MAX_SAFE_INTEGER;
  if (isFrom && isTo) return `${from} to ${to}${unit}`;
  if (isFrom) return `at least ${from}${unit}`;
  return isTo ? `at most ${to}${unit}` : '';
}
