import type { Driver, InputSource, PointerAction } from '../driver/driver.ts';
import { until } from '../driver/until.ts';
import { type Look, look, type Matcher, type Query } from './look.ts';
import type { Target } from './targets.ts';

/** The page as a user works with it; every action waits until it is possible. */
export type Page = ReturnType<typeof createPage>;

type Key = keyof typeof keys;

const keys = {
  Backspace: '\uE003',
  Tab: '\uE004',
  Enter: '\uE007',
  Shift: '\uE008',
  Control: '\uE009',
  Escape: '\uE00C',
  End: '\uE010',
  Home: '\uE011',
  ArrowUp: '\uE013',
  ArrowDown: '\uE015',
} as const;

export function createPage(driver: Driver, pointerType: 'mouse' | 'touch') {
  const point = (actions: readonly PointerAction[]) =>
    driver.perform({ type: 'pointer', id: pointerType, parameters: { pointerType }, actions });
  const find = (target: Target, action: 'look' | 'scroll' | 'focus' = 'look') =>
    // the function's own result
    driver.evaluate(expressionOf(target, action)) as Promise<Look | null>;

  const see = (target: Target) => until(`see ${say(target)}`, () => find(target));

  /** Waits until it stands still and nothing covers it. */
  const reach = async (target: Target): Promise<Look> => {
    let before: Look | null = null;
    return until(`reach ${say(target)}`, async () => {
      const now = await find(target, before?.isReachable === false ? 'scroll' : 'look');
      const isStill = now !== null && before !== null && now.x === before.x && now.y === before.y;
      before = now;
      return isStill && now.isReachable && !now.isDisabled ? now : null;
    });
  };
  const moveTo = ({ x, y }: Look): PointerAction => ({ type: 'pointerMove', duration: 0, x, y });

  const click = async (target: Target): Promise<void> => {
    const place = await reach(target);
    await point([
      moveTo(place),
      { type: 'pointerDown', button: 0 },
      { type: 'pointerUp', button: 0 },
    ]);
  };
  const press = (...chord: readonly (Key | 'a' | 'k')[]) => driver.perform(keySource(chord));
  const type = (text: string) => driver.perform(typed(text));
  const focus = async (target: Target): Promise<void> => {
    await until(`focus ${say(target)}`, async () => (await find(target, 'focus'))?.isFocused);
  };
  const fill = async (target: Target, text: string): Promise<void> => {
    await click(target);
    await until(`focus ${say(target)}`, async () => (await find(target))?.isFocused);
    await press('Control', 'a');
    await (text === '' ? press('Backspace') : type(text));
    await until(`fill ${say(target)}`, async () => (await find(target))?.value === text);
  };
  return {
    driver,
    click,
    press,
    type,
    focus,
    fill,
    see,
    goto: driver.goto,
    /** The pointer stays down until the action is done. */
    async hold(target: Target, whileHeld: () => Promise<void>): Promise<void> {
      const place = await reach(target);
      await point([moveTo(place), { type: 'pointerDown', button: 0 }]);
      await whileHeld();
      await point([{ type: 'pointerUp', button: 0 }]);
    },
    /** As by keyboard: the arrows choose an option, also while its list is closed. */
    async select(target: Target, option: string): Promise<void> {
      await focus(target);
      await press('Home');
      let { value } = await see(target);
      while (value !== option) {
        const before = value;
        await press('ArrowDown');
        ({ value } = await until(`see an option below ${before}`, async () => {
          const now = await find(target);
          return now?.value === before ? null : now;
        }));
      }
    },
    async upload(target: Target, file: string): Promise<void> {
      await see(target);
      await driver.setFiles(expressionOf(target, 'node'), [file]);
    },
    /** A dialog gives it the focus once it is open: keys that are pressed before go elsewhere. */
    async focused(target: Target): Promise<void> {
      await until(`see the focus in ${say(target)}`, async () => (await find(target))?.isFocused);
    },
    async gone(target: Target): Promise<void> {
      await until(`see no ${say(target)}`, async () => (await find(target)) === null);
    },
    /** undefined if it is not there. */
    async peek(target: Target): Promise<Look | undefined> {
      return (await find(target)) ?? undefined;
    },
    async evaluate<Value>(read: () => Value): Promise<Value> {
      // what the function returns, if JSON carries it
      return (await driver.evaluate(`(${String(read)})()`)) as Value;
    },
  };
}

function expressionOf(target: Target, step: 'look' | 'scroll' | 'focus' | 'node'): string {
  return `(${String(look)})(${JSON.stringify(queryOf(target))}, '${step}')`;
}

function queryOf({ role, name, text, within }: Target): Query {
  return {
    role,
    ...(name !== undefined && { name: matcherOf(name) }),
    ...(text !== undefined && { text: matcherOf(text) }),
    ...(within && { within: queryOf(within) }),
  };
}

function matcherOf(wanted: string | RegExp): Matcher {
  return typeof wanted === 'string'
    ? { is: wanted }
    : { pattern: wanted.source, flags: wanted.flags };
}

function say({ role, name, text, within }: Target): string {
  const words = [role, name, text].filter((each) => each !== undefined).map(String);
  return `${words.join(' ')}${within ? ` in ${say(within)}` : ''}`;
}

/** All keys of a chord are down together. */
function keySource(chord: readonly (Key | 'a' | 'k')[]): InputSource {
  const values = chord.map((key) => (key === 'a' || key === 'k' ? key : keys[key]));
  return {
    type: 'key',
    id: 'keyboard',
    actions: [
      ...values.map((value) => ({ type: 'keyDown' as const, value })),
      ...values.toReversed().map((value) => ({ type: 'keyUp' as const, value })),
    ],
  };
}

function typed(text: string): InputSource {
  const actions = [...text].flatMap((value) => [
    { type: 'keyDown' as const, value },
    { type: 'keyUp' as const, value },
  ]);
  return { type: 'key', id: 'keyboard', actions };
}
