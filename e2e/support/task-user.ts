import { readFile } from 'node:fs/promises';
import type { Locator, Page } from 'playwright-core';

export type Effort = { clicks: number; keys: number };

/** Does a task as a user would, and counts clicks (or taps) and keys. */
export function aTaskUser(page: Page) {
  let clicks = 0;
  let keys = 0;
  const press = async (control: Locator): Promise<void> => {
    clicks += 1;
    await control.click();
  };
  return {
    press,
    /** Into the control that has the focus, one key for each character. */
    type: async (text: string): Promise<void> => {
      keys += text.length;
      await page.keyboard.type(text);
    },
    key: async (name: string): Promise<void> => {
      keys += 1;
      await page.keyboard.press(name);
    },
    /** One click opens the list of a select, one takes the option. */
    choose: async (select: Locator, label: string): Promise<void> => {
      clicks += 2;
      await select.selectOption({ label });
    },
    /** One click opens the system's dialog, one takes the file. */
    chooseFile: async (picker: Locator, file: string): Promise<void> => {
      clicks += 2;
      await picker.setInputFiles(file);
    },
    effort: (): Effort => ({ clicks, keys }),
  };
}
export type TaskUser = ReturnType<typeof aTaskUser>;

/** What docs/tasks.md says of each task, by its number. */
export async function documentedEfforts(): Promise<Map<number, Effort>> {
  const text = await readFile(new URL('../../docs/tasks.md', import.meta.url), 'utf8');
  const rows = text.split('\n').filter((line) => /^\| \d/.test(line));
  return new Map(
    rows.map((row) => {
      const cells = row.split('|').map((cell) => cell.trim());
      return [
        Number.parseInt(cells[1] ?? '', 10),
        { clicks: Number(cells[4]), keys: Number(cells[5]) },
      ];
    }),
  );
}
