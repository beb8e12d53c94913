import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { EmptyState, ErrorState } from '../../ui/feedback/states.tsx';
import { StatusDot } from '../../ui/feedback/status-dot.tsx';
import { Tag } from '../../ui/feedback/tag.tsx';
import { toast } from '../../ui/feedback/toast.tsx';
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
      <Part name="StatusDot, Tag, toast">
        <Row>
          {(['good', 'warn', 'bad', 'plain'] as const).map((tone) => (
            <StatusDot key={tone} tone={tone} label={tone} />
          ))}
          <Tag>Not in use</Tag>
          <Button variant="outline" size="small" onClick={() => toast('Saved.')}>
            Good toast
          </Button>
          <Button variant="outline" size="small" onClick={() => toast('Not saved.', 'bad')}>
            Bad toast
          </Button>
          <Button
            variant="outline"
            size="small"
            onClick={() => toast('Raised.', 'good', { label: 'Take back', onClick: nothing })}
          >
            Toast with an action
          </Button>
        </Row>
      </Part>
    </>
  );
}
