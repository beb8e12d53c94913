import { describe, expect, it } from 'vitest';
import type { UnsentError } from '../../platform/api/api-error.ts';
import { newSource, sourcesToSave, sourceText, type SourceValues } from './source-values.ts';

const row = (values: Partial<SourceValues>): SourceValues => ({
  ...newSource('a'),
  system: '3cx',
  name: 'Head office',
  ...values,
});

const errors = async (rows: readonly SourceValues[]): Promise<unknown> =>
  sourcesToSave(rows).then(
    () => ({}),
    (error: UnsentError) => error.fields,
  );

describe('the rows of telephone systems', () => {
  it('are saved with the mapping that they have, and without their imports', async () => {
    const id = '01890a5d-ac96-774b-bcce-b302099a8057';
    const mapping = { start: 'Begin', dateOrder: 'MDY' } as const;
    expect(await sourcesToSave([row({ id, system: 'csv', mapping, imports: 3 })])).toEqual([
      {
        _id: id,
        system: 'csv',
        name: 'Head office',
        zone: 'Africa/Johannesburg',
        outsidePrefix: '',
        mapping,
      },
    ]);
  });

  it('fetch calls of Microsoft Teams with a tenant, and keep the secret of before', async () => {
    const pull = { tenant: 'nkosi.co.za', clientId: 'app', clientSecret: '' };
    const [kept] = await sourcesToSave([row({ system: 'teams', pull })]);
    expect(kept?.pull).toEqual({ kind: 'teams', tenant: 'nkosi.co.za', clientId: 'app' });
    const [renewed] = await sourcesToSave([
      row({ system: 'teams', pull: { ...pull, clientSecret: 'new' } }),
    ]);
    expect(renewed?.pull).toMatchObject({ clientSecret: 'new' });
    expect((await sourcesToSave([row({ system: 'teams' })]))[0]?.pull).toBeNull();
  });

  it('say what is missing, each at its field', async () => {
    expect(await errors([row({}), newSource('b')])).toEqual({
      'rows.1.name': 'Enter a name.',
      'rows.1.system': 'Choose the telephone system.',
    });
  });

  it('refuse the name of another row, and more than digits for an outside line', async () => {
    expect(await errors([row({}), row({ name: ' head OFFICE ', outsidePrefix: '+9' })])).toEqual({
      'rows.1.name': 'Another telephone system has this name.',
      'rows.1.outsidePrefix': expect.stringContaining('Must be at most four digits'),
    });
  });

  it('describe the kind, the zone, the outside line and the imports', () => {
    expect(sourceText(row({ zone: 'UTC', outsidePrefix: '9', imports: 2 }))).toBe(
      '3CX · UTC · 9 for an outside line · 2 imports',
    );
    expect(sourceText(row({ name: '3CX', zone: 'UTC' }))).toBe('UTC');
  });
});
