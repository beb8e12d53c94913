import { notAPhone, phoneList } from '@recoup/contract/matters/phones';

/** The numbers of a text, one a line or with semicolons or commas between them. */
export function phoneLines(text: string): string[] {
  return text
    .split(/[\n;,]/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
}

export function phonesError(text: string): string | null {
  const lines = phoneLines(text);
  const [issue] = phoneList.safeParse(lines).error?.issues ?? [];
  if (issue === undefined) return null;
  const at = issue.path[0];
  return typeof at === 'number' ? `“${lines[at]}”: ${notAPhone}` : issue.message;
}
