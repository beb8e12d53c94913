import { useQuery } from '@tanstack/react-query';
import { type ConflictChoices, EditConflict } from '../../platform/edit-conflict/edit-conflict.tsx';
import { listDifferences } from '../../platform/edit-conflict/three-way.ts';
import { postingSettingsQuery, type SavedPostingSettings } from '../posting.queries.ts';
import { settingLines, type SettingField, settingsWith, type Values } from './setting-fields.ts';
import type { useSaveSettings } from './use-save-settings.ts';

type Props = {
  /** The id of the layout. */
  id: string;
  fields: readonly SettingField[];
  yours: Values;
  choose: Pick<
    ReturnType<typeof useSaveSettings>['conflict'],
    keyof ConflictChoices<never> | 'read'
  >;
};

/** Also shows changed codes that have no field in the form, such as those of another client. */
export function SettingsEditConflict({ id, fields, yours, choose }: Props) {
  const saved = useQuery({ ...postingSettingsQuery(id), refetchOnMount: 'always' });
  const { read } = choose;
  const compare = (theirs: SavedPostingSettings) => {
    const typed = settingsWith(read, { fields, values: yours });
    const sides = { base: read, yours: typed, theirs };
    return listDifferences(sides, settingLines(fields, Object.values(sides)));
  };
  return <EditConflict saved={saved} differences={compare} choose={choose} />;
}
