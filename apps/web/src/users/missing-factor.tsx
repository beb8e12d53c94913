import { useQuery } from '@tanstack/react-query';
import { firmSettingsQuery } from '../platform/api/firm-settings.ts';
import { Tag } from '../ui/feedback/tag.tsx';

/** Beside an attorney without a second factor, where the firm requires one of attorneys. */
export function MissingFactorTag() {
  const { data } = useQuery(firmSettingsQuery);
  return data?.secondFactor.policy === 'all' && <Tag>No second factor</Tag>;
}
