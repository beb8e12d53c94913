import { auditActions } from '@recoup/contract/audit/actions';
import type { AuditLine } from '@recoup/contract/audit/endpoints';
import { countOf } from '../../ui/lib/format.ts';

/** How much was read or sent; empty where that says nothing. */
export function rowsText(rows: number | null): string {
  return rows === null ? '' : countOf(rows, 'row', 'rows');
}

/** Address and device of a request; empty if unknown. */
export function requestOrigin({ address, agent }: Pick<AuditLine, 'address' | 'agent'>) {
  return { address: address ?? '', device: deviceName(agent ?? '') };
}

const browsers = [
  ['Edg', 'Edge'],
  ['OPR', 'Opera'],
  ['Firefox', 'Firefox'],
  ['Chrome', 'Chrome'],
  ['Safari', 'Safari'],
] as const;
const systems = [
  ['Android', 'Android'],
  ['iPhone', 'iPhone'],
  ['iPad', 'iPad'],
  ['Windows', 'Windows'],
  ['Mac OS', 'macOS'],
  ['Linux', 'Linux'],
] as const;

/** `Chrome on Windows`, from what the browser says about itself; empty if nothing is known. */
function deviceName(agent: string): string {
  const found = (names: readonly (readonly [string, string])[]) =>
    names.find(([sign]) => agent.includes(sign))?.[1];
  const [browser, system] = [found(browsers), found(systems)];
  if (browser !== undefined && system !== undefined) return `${browser} on ${system}`;
  return browser ?? system ?? agent.slice(0, 40);
}

/** Each action in words, with an ellipsis for what differs from line to line. */
export const actionOptions = Object.entries(auditActions)
  .map(([value, sentence]) => ({ value, label: sentence.replaceAll(/\{\w+\}/g, '…') }))
  .toSorted((one, other) => one.label.localeCompare(other.label));

export function actionName(action: string): string {
  return actionOptions.find(({ value }) => value === action)?.label ?? action;
}
