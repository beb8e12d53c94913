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
  /** Ways to call it; those of an API key name its scopes. */
  security: readonly { apiKey?: readonly string[] }[];
  parameters: readonly { name: string; in: string; required: boolean; schema: Schema }[];
  requestBody?: Content;
  responses: Readonly<Record<string, Content & { description: string }>>;
};

export type ApiDocument = {
  paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  components: { schemas: Readonly<Record<string, Schema>> };
};

export type ApiEndpoint = Operation & { method: string; path: string };
type ApiGroup = { name: string; endpoints: readonly ApiEndpoint[] };

/** Endpoints that contain every search word, grouped by the first path part. */
export function groupEndpoints(document: ApiDocument, search: string): ApiGroup[] {
  const words = search.toLowerCase().split(/\s+/).filter(Boolean);
  const groups = new Map<string, ApiEndpoint[]>();
  for (const endpoint of listEndpoints(document)) {
    const { method, path, summary, operationId } = endpoint;
    const text = `${method} ${path} ${summary} ${operationId}`.toLowerCase();
    if (!words.every((word) => text.includes(word))) continue;
    const name = path.split('/').find((part) => part !== '' && !/^v\d+$/.test(part)) ?? '';
    groups.set(name, [...(groups.get(name) ?? []), endpoint]);
  }
  return [...groups].map(([name, endpoints]) => ({ name, endpoints }));
}

/** With which scopes a key may call it; empty where none may. */
export function keyScopesText({ security }: Operation): string {
  return security.flatMap(({ apiKey = [] }) => apiKey).join(' or ');
}

function listEndpoints(document: ApiDocument): ApiEndpoint[] {
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({
      ...operation,
      path,
      method: method.toUpperCase(),
    })),
  );
}
