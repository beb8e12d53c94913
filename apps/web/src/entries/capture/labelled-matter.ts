import type { MatterChoice } from '../form/matter-choice.ts';

const uuid = /^[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}$/i;

/** The matter of a label's address. Offline nothing else is known of it. */
export function labelledMatter(params: URLSearchParams): MatterChoice | undefined {
  const id = params.get('call') ?? '';
  const number = (params.get('number') ?? '').trim().slice(0, 60);
  if (!uuid.test(id) || number === '') return undefined;
  return { _id: id.toLowerCase(), number, name: '', client: null };
}
