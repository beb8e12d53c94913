/** PostgreSQL's own parse tree, as JSON: each node has one key, its kind. */
export type Tree = Readonly<Record<string, unknown>>;

export function isTree(value: unknown): value is Tree {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The fields of a node of one kind; undefined for other kinds. */
export function fieldsOf(node: unknown, kind: string): Tree | undefined {
  const fields = isTree(node) ? node[kind] : undefined;
  return isTree(fields) ? fields : undefined;
}

export function listOf(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : [];
}

export function textOf(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

/** The values of a list of names, such as the parts of `e.firm_id`; `*` is left out. */
export function namesOf(list: unknown): string[] {
  return listOf(list).flatMap((each) => textOf(fieldsOf(each, 'String')?.['sval']) ?? []);
}

const statementKinds = ['SelectStmt', 'InsertStmt', 'UpdateStmt', 'DeleteStmt', 'MergeStmt'];

export type Statement = { kind: string; fields: Tree };

export function statementOf(node: unknown): Statement | undefined {
  for (const kind of statementKinds) {
    const fields = fieldsOf(node, kind);
    if (fields) return { kind, fields };
  }
  return undefined;
}

/** The statements within, each without what is within it. */
export function statementsWithin(value: unknown): Statement[] {
  if (Array.isArray(value)) return value.flatMap((each) => statementsWithin(each));
  if (!isTree(value)) return [];
  const statement = statementOf(value);
  return statement ? [statement] : Object.values(value).flatMap((each) => statementsWithin(each));
}
