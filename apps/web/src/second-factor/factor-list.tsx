import type { SecondFactor } from '@recoup/contract/second-factor/endpoints';
import { useState } from 'react';
import { ConfirmedActionDialog } from '../platform/reauthentication/deed-dialog.tsx';
import { Button } from '../ui/controls/button.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { formatMoment } from '../ui/lib/moment.ts';
import { ItemList } from '../ui/layout/item-list.tsx';
import { kindNames } from './factor-words.ts';
import { removeFactor } from './second-factor.queries.ts';

type Props = { factors: readonly SecondFactor[]; onRemoved: () => Promise<unknown> };

/** Each factor with its last use, and a button that removes it. */
export function FactorList({ factors, onRemoved }: Props) {
  const [removing, setRemoving] = useState<SecondFactor>();
  if (factors.length === 0) return <p>You have no second factor yet.</p>;
  return (
    <>
      <ItemList
        label="Second factors"
        items={factors.map((factor) => ({
          key: factor._id,
          title: factor.name,
          about: aboutText(factor),
          action: (
            <Button
              variant="outline"
              size="small"
              aria-label={`Remove ${factor.name}`}
              onClick={() => setRemoving(factor)}
            >
              Remove
            </Button>
          ),
        }))}
      />
      {removing && (
        <RemoveDialog
          factor={removing}
          isLast={factors.length === 1}
          onRemoved={onRemoved}
          onClose={() => setRemoving(undefined)}
        />
      )}
    </>
  );
}

type RemoveProps = Pick<Props, 'onRemoved'> & {
  factor: SecondFactor;
  isLast: boolean;
  onClose: () => void;
};

function RemoveDialog({ factor, isLast, onRemoved, onClose }: RemoveProps) {
  return (
    <ConfirmedActionDialog
      title={`Remove ${factor.name}?`}
      question={questionText(factor, isLast)}
      actionLabel="Remove"
      run={(password) => removeFactor(factor._id, password)}
      onDone={async () => {
        onClose();
        toast(`${factor.name} removed.`);
        await onRemoved();
      }}
      onClose={onClose}
    />
  );
}

function aboutText({ kind, createdAt, lastUsedAt }: SecondFactor): string {
  const used = lastUsedAt === null ? 'not used yet' : `last used ${formatMoment(lastUsedAt)}`;
  return `${kindNames[kind]}, added ${formatMoment(createdAt)}, ${used}`;
}

function questionText({ name }: SecondFactor, isLast: boolean): string {
  const loss = `${name} no longer works at sign-in.`;
  if (!isLast) return loss;
  return (
    `${loss} It is your only second factor: your password alone signs you in then, and your ` +
    'recovery codes end.'
  );
}
