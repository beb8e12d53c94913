import { role } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { findShortcut, isOfCharacters, keyName, shortcutsFor } from './shortcuts.ts';

const ofAdmin = shortcutsFor(role.attorneyAdmin);
const plain = { ctrlKey: false, metaKey: false, altKey: false, shiftKey: false };

describe('shortcuts', () => {
  it.each([
    [['g', 'm'], 'Go to Matters'],
    [['?'], 'Show these shortcuts'],
    [['mod+k'], 'Search, or go anywhere'],
  ])('classifies %j', (keys, label) => {
    expect(findShortcut(ofAdmin, keys)).toMatchObject({ label });
  });

  it('waits for the second key, and ignores unknown keys', () => {
    expect(findShortcut(ofAdmin, ['g'])).toBe('begun');
    expect(findShortcut(ofAdmin, ['g', 'q'])).toBeUndefined();
    expect(findShortcut(ofAdmin, ['m'])).toBeUndefined();
  });

  it.each([role.attorney, role.attorneyAdmin, role.systemAdmin])(
    'has no duplicate keys for role %i',
    (each) => {
      const keys = shortcutsFor(each).map((shortcut) => shortcut.keys.join(' '));
      expect(new Set(keys).size).toBe(keys.length);
    },
  );

  it('turns off all but the palette and the undo', () => {
    expect(
      ofAdmin.filter((shortcut) => !isOfCharacters(shortcut)).map(({ action }) => action),
    ).toEqual(['palette', 'undo']);
  });

  it.each([
    [{ key: 'k', ctrlKey: true }, 'mod+k'],
    [{ key: 'K', metaKey: true }, 'mod+k'],
    [{ key: 'K', ctrlKey: true, shiftKey: true }, undefined],
    [{ key: '?', shiftKey: true }, '?'],
    [{ key: 'N' }, 'n'],
    [{ key: 'N', shiftKey: true }, 'N'],
    [{ key: 'n', altKey: true }, undefined],
  ])('reads %j as %s', (pressed, name) => {
    expect(keyName({ ...plain, ...pressed })).toBe(name);
  });
});
