import { role } from '@recoup/contract/core/access';
import { describe, expect, it } from 'vitest';
import { isMatch, ownGroups } from './palette-items.ts';

const labels = (search: string) =>
  ownGroups(role.attorneyAdmin, search).map(({ title, items }) => [
    title,
    items.map(({ label }) => label),
  ]);

describe('the palette', () => {
  it('offers each role its own pages and actions before anything is typed', () => {
    expect(
      ownGroups(role.systemAdmin, '').flatMap(({ items }) => items.map(({ label }) => label)),
    ).toEqual([
      'Add Firm',
      'Attorney Firms',
      'VAT rates',
      'Operations',
      'Audit',
      'Incident pack',
      'Profile',
      'Security',
      'Change Password',
      'User guide',
      'API',
    ]);
    expect(ownGroups(role.attorney, '')[0]).toMatchObject({
      title: 'Actions',
      items: [{ label: 'Add entry', to: '/home/entries?new=entry' }],
    });
  });

  it('finds by every word, also by hidden keywords', () => {
    expect(labels('add att')).toEqual([['Actions', ['Add Attorney']]]);
    expect(labels('new person')).toEqual([['Actions', ['Add Attorney']]]);
    expect(labels('LEDGER')).toEqual([['Go to', ['Exports']]]);
    expect(labels('no such thing')).toEqual([]);
  });

  it('finds pages that only the menu names, with their keywords', () => {
    expect(labels('webhooks')).toEqual([['Go to', ['Integrations']]]);
    const [, pages] = labels('').find(([title]) => title === 'Go to') ?? [];
    expect(pages).toEqual([...new Set(pages)]);
    expect(pages).not.toContain('Export');
  });

  it('lists the page with the typed name before pages with the keyword', () => {
    expect(labels('matters')).toEqual([
      ['Go to', ['Matters']],
      ['Actions', ['Import matters']],
    ]);
    expect(labels('import')[0]?.[0]).toBe('Actions');
  });

  it('narrows an answer to the letters before', () => {
    expect(isMatch({ label: 'Thabo Mokoena', hint: 't.mokoena@nkosi.co.za' }, 'mok nkosi')).toBe(
      true,
    );
    expect(isMatch({ label: 'Thabo Mokoena' }, 'thabo b')).toBe(true);
    expect(isMatch({ label: 'Thabo Mokoena' }, 'thabos')).toBe(false);
    expect(isMatch({ label: 'Siobhán O’Brien' }, "siobhan o'b")).toBe(true);
  });
});
