import { MatterStatus } from '../../matters/matter-status.tsx';
import { SelectField } from '../../ui/form/fields.tsx';
import { MatterSearch } from '../matter-search/matter-search.tsx';
import { useKnownMatter } from '../matter-search/known-matter.ts';
import type { DatedType } from '../price/day-fees.ts';
import type { Timer } from './call-timer.ts';
import type { useTimer } from './use-timer.ts';

type Props = {
  timer: Timer;
  types: readonly DatedType[];
  call: Pick<ReturnType<typeof useTimer>, 'describe' | 'matterText' | 'typeMatter'>;
};

/** Matter and type of a running call. A choice is stored at once, with the call. */
export function RunningCallFields({ timer, types, call }: Props) {
  const matter = useKnownMatter({ matter: timer.matter });
  const { status = 'Open' } = matter ?? {};
  return (
    <>
      <MatterSearch
        isRequired={false}
        value={matter}
        below={status !== 'Open' && <MatterStatus status={status} />}
        text={call.matterText}
        onChoose={(chosen) => call.describe({ matter: chosen ?? undefined })}
        onType={call.typeMatter}
      />
      <TypeField {...{ timer, types, call }} />
    </>
  );
}

/** The first type by default, as in the form that saves the call. */
function TypeField({ timer: { disbursementType }, types, call }: Props) {
  const { _id: value, title } = disbursementType ?? types[0] ?? { _id: '', title: '' };
  const isKnown = types.some(({ _id }) => _id === value);
  const options = types.map((type) => ({ value: type._id, label: type.title }));
  const choose = (id: string) => {
    const type = types.find(({ _id }) => _id === id);
    if (type) call.describe({ disbursementType: { _id: type._id, title: type.title } });
  };
  const isUnassigned = !isKnown && types.length > 0;
  return (
    <SelectField
      label="Disbursement type"
      options={isKnown ? options : [{ value, label: title, isDisabled: true }, ...options]}
      value={value}
      error={isUnassigned && `“${title}” is no longer assigned. Choose another type.`}
      disabled={types.length === 0}
      onChange={({ currentTarget }) => choose(currentTarget.value)}
    />
  );
}
