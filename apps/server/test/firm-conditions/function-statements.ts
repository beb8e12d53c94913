import { parsePlPgSQLSync } from 'libpg-query';
import { fieldsOf, isTree, textOf } from './statement-tree.ts';

/** The statements and expressions of a function's body, each as a statement. */
export function statementsOf({
  language,
  body,
  source,
}: {
  language: string;
  body: string;
  source: string;
}): string[] {
  return language === 'sql' ? [body] : expressionsWithin(parsePlPgSQLSync(source));
}

function expressionsWithin(value: unknown): string[] {
  if (Array.isArray(value)) return value.flatMap((each) => expressionsWithin(each));
  if (!isTree(value)) return [];
  const expression = fieldsOf(value, 'PLpgSQL_expr');
  const query = textOf(expression?.['query']);
  if (query !== undefined) return [asStatement(query)];
  return Object.values(value).flatMap((each) => expressionsWithin(each));
}

/** An expression, or what an assignment assigns, is selected. */
function asStatement(query: string): string {
  if (/^\s*(?:select|insert|update|delete|with)\b/i.test(query)) return query;
  return `select ${query.replace(/^\s*[\w.]+\s*:=/, '')}`;
}
