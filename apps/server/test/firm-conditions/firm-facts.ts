import { fieldsOf, isTree, listOf, namesOf, textOf, type Tree } from './statement-tree.ts';

/** A table or a derived table of one query, by the name that its columns have there. */
export type Reference = {
  name: string;
  table: string | undefined;
  /** The column that names the firm; undefined for what is no table of the schema. */
  firmColumn: string | undefined;
  /** Whether the query must compare that column. */
  isNeeded: boolean;
};

/** One query, and the query around it. */
export type Level = { references: readonly Reference[]; outer: Level | undefined };

/** The first has the firm of the second: of another reference of the query, or a value. */
export type Fact = readonly [Reference, Reference | 'value'];

/** What a condition says of firms, if it holds. */
export function factsOf(condition: unknown, level: Level): Fact[] {
  const bool = fieldsOf(condition, 'BoolExpr');
  if (bool) return factsOfBool(bool, level);
  const link = fieldsOf(condition, 'SubLink');
  if (link) return isAny(link) ? factsOfMembership(link['testexpr'], level) : [];
  const operation = fieldsOf(condition, 'A_Expr');
  if (!operation || !isEquation(operation)) return [];
  const { lexpr, rexpr } = operation;
  if (operation['kind'] === 'AEXPR_IN' || operation['kind'] === 'AEXPR_OP_ANY')
    return factsOfMembership(lexpr, level);
  const [left, right] = [columnsOf(lexpr), columnsOf(rexpr)];
  if (left.length !== right.length) return [];
  return left.flatMap((each, index) => factsOfEquation(each, right[index], level));
}

function factsOfBool({ boolop, args }: Tree, level: Level): Fact[] {
  const parts = listOf(args).map((each) => factsOf(each, level));
  if (boolop === 'AND_EXPR') return parts.flat();
  if (boolop !== 'OR_EXPR') return [];
  const [first = [], ...others] = parts;
  const isSame = ([a, b]: Fact, [c, d]: Fact): boolean => a === c && b === d;
  return first.filter((fact) => others.every((facts) => facts.some((each) => isSame(each, fact))));
}

function isAny({ subLinkType, testexpr }: Tree): boolean {
  return subLinkType === 'ANY_SUBLINK' && testexpr !== undefined;
}

function isEquation({ kind, name }: Tree): boolean {
  return namesOf(name).at(-1) === '=' || kind === 'AEXPR_NOT_DISTINCT';
}

/** `(firm_id, id) in (…)` */
function factsOfMembership(tested: unknown, level: Level): Fact[] {
  return columnsOf(tested).flatMap((each) => {
    const reference = firmOf(each, level);
    const fact: Fact | false = reference !== undefined &&
      isOfLevel(reference, level) && [reference, 'value'];
    return fact ? [fact] : [];
  });
}

function factsOfEquation(left: unknown, right: unknown, level: Level): Fact[] {
  return [...factsOfSide(left, right, level), ...factsOfSide(right, left, level)];
}

function factsOfSide(side: unknown, other: unknown, level: Level): Fact[] {
  const reference = firmOf(side, level);
  if (!reference || !isOfLevel(reference, level)) return [];
  const same = firmOf(other, level);
  if (same) return [[reference, isOfLevel(same, level) ? same : 'value']];
  return isColumnOfTable(other, level) ? [] : [[reference, 'value']];
}

function isOfLevel(reference: Reference, { references }: Level): boolean {
  return references.includes(reference);
}

/** The parts of a row, or the one expression. */
function columnsOf(expression: unknown): readonly unknown[] {
  const row = fieldsOf(expression, 'RowExpr');
  return row ? listOf(row['args']) : [expression];
}

/** The reference whose firm an expression is. */
function firmOf(expression: unknown, level: Level): Reference | undefined {
  const cast = fieldsOf(expression, 'TypeCast');
  if (cast) return firmOf(cast['arg'], level);
  const orElse = fieldsOf(expression, 'CoalesceExpr');
  if (orElse) return firmOf(listOf(orElse['args'])[0], level);
  const names = namesOf(fieldsOf(expression, 'ColumnRef')?.['fields']);
  const [column, of] = [names.at(-1), names.at(-2)];
  if (column === undefined) return undefined;
  const found = of === undefined ? findByColumn(column, level) : findByName(of, level);
  return found?.firmColumn === column ? found : undefined;
}

/** A column of a table beside the one that names its firm says nothing of firms. */
function isColumnOfTable(expression: unknown, level: Level): boolean {
  const names = namesOf(fieldsOf(expression, 'ColumnRef')?.['fields']);
  const of = names.at(-2);
  return of !== undefined && findByName(of, level)?.table !== undefined;
}

function findByName(name: string, { references, outer }: Level): Reference | undefined {
  return references.find((each) => each.name === name) ?? (outer && findByName(name, outer));
}

/** PostgreSQL has rejected a name that two tables have. */
function findByColumn(column: string, { references, outer }: Level): Reference | undefined {
  const found = references.find(({ firmColumn }) => firmColumn === column);
  return found ?? (outer && findByColumn(column, outer));
}

/** A condition, and the names of the tables that it limits; without names it limits all. */
type Condition = { condition: unknown; names?: readonly string[] };

type Joins = { tables: readonly unknown[]; conditions: readonly Condition[] };

/** The tables of a FROM clause, and the conditions of its joins. */
export function joinsOf(from: readonly unknown[]): Joins {
  const parts = from.map((each) => joinOf(each));
  return {
    tables: parts.flatMap(({ tables }) => tables),
    conditions: parts.flatMap(({ conditions }) => conditions),
  };
}

function joinOf(node: unknown): Joins {
  const join = fieldsOf(node, 'JoinExpr');
  if (!join) return { tables: [node], conditions: [] };
  const { jointype, larg, rarg, quals } = join;
  const { tables, conditions } = joinsOf([larg, rarg]);
  const own = { condition: quals, ...limitedBy(jointype, { larg, rarg }) };
  return { tables, conditions: [...conditions, own] };
}

/** Rows of the other side of an outer join stay, whatever its condition says. */
function limitedBy(
  kind: unknown,
  { larg, rarg }: { larg: unknown; rarg: unknown },
): { names?: readonly string[] } {
  const namesOfSide = (side: unknown) => joinsOf([side]).tables.flatMap((each) => nameOf(each));
  if (kind === 'JOIN_LEFT') return { names: namesOfSide(rarg) };
  if (kind === 'JOIN_RIGHT') return { names: namesOfSide(larg) };
  return kind === 'JOIN_FULL' ? { names: [] } : {};
}

function nameOf(node: unknown): string[] {
  const [fields] = isTree(node) ? Object.values(node) : [];
  const name = isTree(fields) && (aliasOf(fields) ?? textOf(fields['relname']));
  return name ? [name] : [];
}

/** The name that a table, a function or a sub-select has in its query. */
export function aliasOf(fields: Tree): string | undefined {
  const { alias } = fields;
  return textOf((alias as Tree | undefined)?.['aliasname']); // of the shape of the tree
}
