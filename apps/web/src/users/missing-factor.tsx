import { useQuery } from '@tanstack/react-query';
import { policyQuery } from '../account/factor-policy.queries.ts';
import { Tag } from '../ui/feedback/tag.tsx';

/** Beside an attorney without a second factor, where the firm requires one of attorneys. */
export function MissingFactorTag() {
  const { data } = useQuery(policyQuery);
  return data?.policy === 'all' && <Tag>No second factor</Tag>;
}
