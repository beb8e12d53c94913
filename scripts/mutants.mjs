// Finds the guards of the server, which keep users from records of others. Each becomes a
// mutant: the same sources, without this one guard. All mutants stand in one copy of the sources
// behind a switch (`globalThis.recoupMutant`), so that nothing has to be compiled again; it also
// tells which requests pass by which guard, so that a mutant is shown those alone.
import path from 'node:path';
import ts from 'typescript';

const anyOf = (...patterns) => ({
  test: (text) => patterns.some((pattern) => pattern.test(text)),
});

const firm = /(?:firm|scope)\.firmId|firmIdOf|'(?:\w+\.)?firmId', '=', (?:firmId|value)/;
const ownership = anyOf(
  /^'(?:users\.)?role/,
  /^'users\.status|^'status', '=', userStatus\.active/,
  /^'entries\.attorneyId|^'exports\.userId|^'sessions\.\w+|^'userId/,
);

/** Codes and queues have tests of their own: what they guard has no firm. */
const repositories =
  /apps\/server\/src\/.*(?<!otp|outbox|rate-limits|worker-heartbeat|table-copy)\.repository\.ts$/;

/** Where the guards of each kind are, and what a mutant makes of them. */
const finders = [
  { in: repositories, find: wherePredicates },
  { in: repositories, find: sqlPredicates },
  { in: /apps\/server\/src\/.*\.ts$/, find: thrownRefusals },
  {
    in: anyOf(
      /\.(?:routes|service)\.ts$|register-endpoints\.ts$/,
      /entry-price|attorney-types\.ts|bulk-call-fees\.ts|update-profile\.ts/,
      /registration\/[\w-]+\.ts/,
    ),
    find: guardCalls,
  },
  { in: /apps\/server\/src\/.*\.ts$/, find: roleBranches },
  { in: /contract\/src\/core\/access\.ts$/, find: sessionAndRoleChecks },
];

/**
 * @returns {{ text: string, mutants: { id: string, kind: string, file: string, line: number, code:
 * string }[] }} the file with its switches
 */
export function instrument(file, source) {
  const tree = ts.createSourceFile(file, source, ts.ScriptTarget.Latest, true);
  const edits = finders
    .filter((finder) => finder.in.test(file))
    .flatMap((finder) => finder.find(tree));
  const mutants = [];
  const inserted = [];
  for (const { node, kind, before, after } of edits.toSorted(
    (a, b) => a.node.getStart() - b.node.getStart(),
  )) {
    const line = tree.getLineAndCharacterOfPosition(node.getStart()).line + 1;
    const id = `${path.basename(file, '.ts')}:${line}:${mutants.length + 1}`;
    mutants.push({ id, kind, file, line, code: shorten(node.getText()) });
    const isOn = `((globalThis as any).recoupMutant?.(${JSON.stringify(id)}) === true)`;
    const [start, end] = [node.getStart(), node.getEnd()];
    inserted.push(
      { at: start, end, isOpening: true, text: before(isOn) },
      { at: end, start, isOpening: false, text: after(isOn) },
    );
  }
  return { text: insert(source, inserted), mutants };
}

/**
 * `.where('firmId', '=', firm.firmId)` and the like, and what says whose a row is or whether it
 * still counts: left out.
 */
function wherePredicates(tree) {
  return collect(tree, (node) => {
    if (
      !ts.isCallExpression(node) ||
      !ts.isPropertyAccessExpression(node.expression) ||
      node.expression.name.text !== 'where'
    )
      return;
    const text = node.arguments.map((argument) => argument.getText()).join(', ');
    if (!firm.test(text) && !ownership.test(text)) return;
    const name = node.expression.name;
    const list = ts.factory ? node.getSourceFile().text.slice(name.getEnd(), node.getEnd()) : '';
    // The arguments stay where they are, so that a guard within them can be left out by itself.
    const place = {
      getStart: () => name.getStart(),
      getEnd: () => node.getEnd(),
      getText: () => `where${list}`,
    };
    return {
      node: place,
      kind: 'predicate',
      before: (isOn) => `$call((q: any) => ${isOn} ? q : q.`,
      after: () => ')',
    };
  });
}

/** `firm_id = ${firm.firmId}` in SQL: true. */
function sqlPredicates(tree) {
  return collect(tree, (node) => {
    if (!ts.isTemplateExpression(node) || !ts.isTaggedTemplateExpression(node.parent)) return;
    const pieces = [node.head, ...node.templateSpans.map(({ literal }) => literal)];
    return node.templateSpans.flatMap(({ expression }, index) => {
      const column = /(?:\w+\.)?firm_id = $/.exec(pieces[index].text);
      if (column === null || !firm.test(expression.getText())) return [];
      const start = expression.getStart() - column[0].length - 2;
      const place = {
        getStart: () => start,
        getEnd: () => expression.getEnd() + 1,
        getText: () => `${column[0]}\${${expression.getText()}}`,
      };
      return [
        {
          node: place,
          kind: 'sql predicate',
          before: (isOn) => `\${${isOn} ? sql\`true\` : sql\``,
          after: () => '`}',
        },
      ];
    });
  });
}

const refusals = anyOf(
  /new AppError\(\s*'(?:forbidden|not_found|unauthenticated)'/,
  /new AppError\(\s*(?:'xsrf_mismatch'|'reauthentication_required'|verdict)/,
  /missing\(\)|noEntry\(\)|noAttorney\(\)|notAssigned\(/,
);

/** `if (…) throw`: never thrown; where several reasons lead to it, each by itself. */
function thrownRefusals(tree) {
  return collect(tree, (node) => {
    if (!ts.isIfStatement(node) || node.elseStatement !== undefined) return;
    const then = ts.isBlock(node.thenStatement)
      ? node.thenStatement.statements.at(-1)
      : node.thenStatement;
    if (then === undefined || !ts.isThrowStatement(then) || !refusals.test(then.getText())) return;
    return reasonsOf(node.expression).map((reason) => ({
      node: reason,
      kind: 'refusal',
      before: (isOn) => `(!${isOn} && (`,
      after: () => '))',
    }));
  });
}

function reasonsOf(condition) {
  const isEither =
    ts.isBinaryExpression(condition) && condition.operatorToken.kind === ts.SyntaxKind.BarBarToken;
  return isEither ? [...reasonsOf(condition.left), ...reasonsOf(condition.right)] : [condition];
}

const guards = anyOf(
  /^require(?:Xsrf|Matter|FirmEmail|Priceable|Usable|Password)$/,
  /^(?:assertIdMatchesPath|getUsableType|getDisbursementType|namedFirm|resolveFirmScope)$/,
);

/** A guard that is called only to throw: not called. */
function guardCalls(tree) {
  return collect(tree, (node) => {
    if (!ts.isExpressionStatement(node)) return;
    const call = ts.isAwaitExpression(node.expression)
      ? node.expression.expression
      : node.expression;
    if (!ts.isCallExpression(call) || !guards.test(call.expression.getText())) return;
    return {
      node: node.expression,
      kind: 'guard',
      before: (isOn) => `(${isOn} ? undefined : `,
      after: () => ')',
    };
  });
}

/**
 * `actor.role === role.attorney` and what else compares the asker: as if the asker were the one
 * with more rights.
 */
function roleBranches(tree) {
  return collect(tree, (node) => {
    if (!ts.isBinaryExpression(node) || !/^[!=]==$/.test(node.operatorToken.getText())) return;
    const text = node.getText();
    if (!/^(?:by\.|context\.)?actor\.(?:role|userId)/.test(text)) return;
    const isEqual = node.operatorToken.getText() === '===';
    // Within a throw the throw is the mutant.
    if (ts.isIfStatement(node.parent) && ts.isThrowStatement(node.parent.thenStatement)) return;
    const made = /userId|systemAdmin/.test(text) ? isEqual : !isEqual;
    return { node, kind: 'branch', before: (isOn) => `(${isOn} ? ${made} : `, after: () => ')' };
  });
}

/**
 * The checks of `can`, and each row of its table widened by a role, by a kind of session, or to
 * everybody.
 */
function sessionAndRoleChecks(tree) {
  const uses = collect(tree, (node) => {
    if (!ts.isElementAccessExpression(node) || node.getText() !== 'rules[action]') return;
    return {
      node,
      kind: 'lookup',
      before: () => `((globalThis as any).recoupRule?.[action] ?? `,
      after: () => ')',
    };
  });
  const checks = collect(tree, (node) => {
    if (!ts.isCallExpression(node) || !/^rule\.(?:roles|sessions)\.includes/.test(node.getText()))
      return;
    return { node, kind: 'check', before: (isOn) => `(${isOn} || `, after: () => ')' };
  });
  return [...uses, ...checks];
}

function collect(tree, pick) {
  const found = [];
  const visit = (node) => {
    const edit = pick(node);
    if (edit !== undefined) found.push(...[edit].flat());
    ts.forEachChild(node, visit);
  };
  visit(tree);
  return found;
}

/** Where two begin together the wider one is the outer one; where two end together too. */
function insert(source, pieces) {
  const ordered = pieces.toSorted((a, b) => {
    if (a.at !== b.at) return a.at - b.at;
    if (a.isOpening !== b.isOpening) return a.isOpening ? 1 : -1;
    return a.isOpening ? b.end - a.end : b.start - a.start;
  });
  let text = '';
  let from = 0;
  for (const { at, text: piece } of ordered) {
    text += source.slice(from, at) + piece;
    from = at;
  }
  return text + source.slice(from);
}

function shorten(text) {
  const line = text.replaceAll(/\s+/g, ' ');
  return line.length > 110 ? `${line.slice(0, 107)}...` : line;
}
