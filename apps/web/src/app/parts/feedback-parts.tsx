import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
import { undoable } from '../../ui/feedback/undo.ts';
import { nothing, Part, Row } from './part.tsx';

export function FeedbackParts() {
  return (
    <>
      <Part name="Alert">
        <Alert kind="error">The service cannot be reached.</Alert>
        <Alert kind="success">The attorney was added.</Alert>
        <Alert kind="info">No call fees: the attorney enters the amount each time.</Alert>
      </Part>
      <Part name="EmptyState, ErrorState">
        <EmptyState title="No attorneys yet" action={<Button>Add Attorney</Button>}>
          Add your first attorney, then set the agreed call fees.
        </EmptyState>
        <ErrorState title="Attorneys could not be loaded." message="Try again." onRetry={nothing} />
      </Part>
      <Part name="StatusDot, Tag, toast, undoable">
        <Row>
          {(['good', 'warn', 'bad', 'plain'] as const).map((tone) => (
            <StatusDot key={tone} tone={tone} label={tone} />
          ))}
          <Tag>Not in use</Tag>
          <Toasts />
        </Row>
      </Part>
    </>
  );
}

function Toasts() {
  const shows = [
    ['Good toast', () => toast('Saved.')],
    ['Bad toast', () => toast('Not saved.', 'bad')],
    ['Toast with an action', () => toast('Raised.', 'good', { label: 'Undo', onClick: nothing })],
    ['Toast with Undo', () => undoable({ text: 'Entry deleted.', undo: nothing })],
  ] as const;
  return shows.map(([name, show]) => (
    <Button key={name} variant="outline" size="small" onClick={() => show()}>
      {name}
    </Button>
  ));
}
