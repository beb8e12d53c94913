import { aliasOf, type Fact, factsOf, joinsOf, type Level, type Reference } from './firm-facts.ts';
import {
  fieldsOf,
  isTree,
  listOf,
  type Statement,
  statementOf,
  statementsWithin,
  textOf,
  type Tree,
} from './statement-tree.ts';

/** Every firm may be named by these: a user's or a domain's row is found before its firm is. */
const ofAllFirms = ['users', 'users_to_search', 'firm_domains', 'firm_domains_to_search'];

type Check = {
  /** Tables and views that have a column `firm_id`. */
  firmTables: ReadonlySet<string>;
  /** Whether rows of one firm alone are read; otherwise all tables must have the same firm. */
  isOfOneFirm: boolean;
};

/**
 * The tables of firms' data to which a statement reaches without their firm: it compares their
 * `firm_id` neither with a value nor with that of another table. `tree` is PostgreSQL's parse tree.
 */
export function tablesWithoutFirm(tree: unknown, check: Check): string[] {
  return statementsWithin(tree).flatMap((each) => checkStatement(each, { ...check, names: [] }));
}

type Context = Check & { outer?: Level | undefined; names: readonly string[] };

function checkStatement({ kind, fields }: Statement, context: Context): string[] {
  const { withClause, larg, rarg, ...rest } = fields;
  const ctes = listOf(isTree(withClause) ? withClause['ctes'] : []).map(
    (each) => fieldsOf(each, 'CommonTableExpr') ?? {},
  );
  const names = [...context.names, ...ctes.flatMap(({ ctename }) => textOf(ctename) ?? [])];
  const inside = { ...context, names };
  const found = ctes.flatMap(({ ctequery }) => checkNode(ctequery, inside));
  if (isTree(larg) && isTree(rarg))
    return [...found, ...[larg, rarg].flatMap((each) => checkSelect(each, inside))];
  return [...found, ...checkParts(kind, rest, inside)];
}

/** The two sides of a union are fields without their kind. */
function checkSelect(fields: Tree, context: Context): string[] {
  return checkStatement({ kind: 'SelectStmt', fields }, context);
}

function checkNode(node: unknown, context: Context): string[] {
  const statement = statementOf(node);
  return statement ? checkStatement(statement, context) : [];
}

function checkParts(kind: string, fields: Tree, context: Context): string[] {
  const { relation, fromClause, usingClause, whereClause } = fields;
  const { tables, conditions } = joinsOf(listOf(kind === 'DeleteStmt' ? usingClause : fromClause));
  const target = isTree(relation) ? referenceOf({ RangeVar: relation }, context) : undefined;
  const found = [target, ...tables.map((each) => referenceOf(each, context))];
  const references = found.filter((each) => each !== undefined);
  const level = { references, outer: context.outer };
  const facts = [...conditions, { condition: whereClause }].flatMap(({ condition, names }) =>
    factsOf(condition, level).filter(([{ name }]) => names?.includes(name) ?? true),
  );
  const inserted = kind === 'InsertStmt' && target ? [target] : [];
  const others = level.references.filter((each) => !inserted.includes(each));
  const within = Object.values(fields).flatMap((each) => statementsWithin(each));
  return [
    ...inserted.filter((each) => each.isNeeded && !namesFirm(fields)).map(({ name }) => name),
    ...unboundOf(others, facts, context).map(({ name, table }) =>
      name === table ? name : `${table} ${name}`,
    ),
    ...within.flatMap((each) => checkStatement(each, { ...context, outer: level })),
  ];
}

function namesFirm({ cols }: Tree): boolean {
  return listOf(cols).some((each) => fieldsOf(each, 'ResTarget')?.['name'] === 'firm_id');
}

function referenceOf(node: unknown, { firmTables, names }: Context): Reference | undefined {
  const range = fieldsOf(node, 'RangeVar');
  const table = textOf(range?.['relname']);
  if (!range || table === undefined || names.includes(table)) return derivedOf(node, table);
  const name = aliasOf(range) ?? table;
  if (table === 'firms' || table === 'firms_to_search')
    return { name, table, firmColumn: 'id', isNeeded: false };
  if (!firmTables.has(table))
    return { name, table: undefined, firmColumn: undefined, isNeeded: false };
  return { name, table, firmColumn: 'firm_id', isNeeded: !ofAllFirms.includes(table) };
}

/** What it holds is checked where it is made. */
function derivedOf(node: unknown, name: string | undefined): Reference | undefined {
  const [fields] = isTree(node) ? Object.values(node) : [];
  const known = (isTree(fields) && aliasOf(fields)) || name;
  return known === undefined
    ? undefined
    : { name: known, table: undefined, firmColumn: undefined, isNeeded: false };
}

/** Those whose firm no value names, directly or by way of others. */
function unboundOf(
  references: readonly Reference[],
  facts: readonly Fact[],
  { isOfOneFirm }: Context,
): Reference[] {
  const needed = references.filter(({ isNeeded }) => isNeeded);
  const others = references.filter(({ isNeeded }) => !isNeeded);
  const bound = boundFrom(isOfOneFirm ? [] : others, facts);
  if (isOfOneFirm || needed.some((each) => bound.has(each)))
    return needed.filter((each) => !bound.has(each));
  const all = boundFrom([...others, ...needed.slice(0, 1)], facts);
  return needed.filter((each) => !all.has(each));
}

function boundFrom(start: readonly Reference[], facts: readonly Fact[]): ReadonlySet<Reference> {
  const bound = new Set(start);
  for (let size = -1; size < bound.size; ) {
    size = bound.size;
    for (const [one, other] of facts) if (other === 'value' || bound.has(other)) bound.add(one);
  }
  return bound;
}
