import { folded } from '@recoup/contract/core/folded';
import type { Role } from '@recoup/contract/core/access';
import { menus } from '../frame/menus.ts';
import { accountPlaces, actionsByRole, type Place, placesByRole } from './places.ts';

/** One line of the palette. */
export type Item = {
  id: string;
  label: string;
  hint?: string;
  to: string;
  /** Navigation state for the page. */
  state?: unknown;
};
export type Group = { title: string; items: readonly Item[] };

/** Pages and actions that contain every search word; best matches first. */
export function ownGroups(role: Role, search: string): Group[] {
  const groups = [
    { title: 'Actions', items: matchingItems(actionsByRole[role], search) },
    { title: 'Go to', items: matchingItems(menuPlaces(role), search) },
  ];
  const begins = ({ items }: Group) =>
    Number(items.some(({ label }) => folded(label).startsWith(folded(search))));
  return groups
    .filter(({ items }) => items.length > 0)
    .toSorted((one, other) => begins(other) - begins(one));
}

/** Filters an earlier answer by the current search. */
export function isMatch(
  { label, hint = '' }: Pick<Item, 'label' | 'hint'>,
  search: string,
): boolean {
  return holds(`${label} ${hint}`, search);
}

/** The pages of `places.ts`, and before those of every role the other pages of the menu. */
function menuPlaces(role: Role): readonly Place[] {
  const named: readonly Place[] = placesByRole[role];
  const tabs = menus[role].flatMap(({ items }) => items.flatMap((item) => item.tabs ?? [item]));
  const isNamed = (to: string) => named.some((place) => place.to === to);
  // A part of a page is no page.
  const others = tabs.filter(({ to }) => !to.includes('#') && !isNamed(to));
  return [...named, ...others, ...accountPlaces];
}

function matchingItems(places: readonly Place[], search: string): Item[] {
  return places
    .filter(({ label, keywords = '' }) => holds(`${label} ${keywords}`, search))
    .map(({ label, to }) => ({ id: label, label, to }));
}

function holds(text: string, search: string): boolean {
  const words = folded(search).split(/\s+/).filter(Boolean);
  return words.every((word) => folded(text).includes(word));
}
