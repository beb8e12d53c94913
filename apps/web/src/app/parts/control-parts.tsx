import { Button } from '../../ui/controls/button.tsx';
import { ButtonLink } from '../../ui/controls/button-link.tsx';
import { IconButton } from '../../ui/controls/icon-button.tsx';
import * as icons from '../../ui/controls/icons.tsx';
import * as transferIcons from '../../ui/controls/transfer-icons.tsx';
import { ReadOnlyCheckbox } from '../../ui/controls/read-only-checkbox.tsx';
import { RowMenu } from '../../ui/list/row-menu.tsx';
import { RowAction } from '../../ui/list/row-action.tsx';
import { nothing, Part, Row } from './part.tsx';

const variants = ['filled', 'outline', 'quiet', 'danger'] as const;

export function ControlParts() {
  return (
    <>
      <Buttons />
      <SmallControls />
      <Part name="Icons">
        <Row>
          {Object.entries({ ...icons, ...transferIcons }).map(([name, Icon]) => (
            <span key={name} title={name}>
              <Icon />
            </span>
          ))}
        </Row>
      </Part>
    </>
  );
}

function Buttons() {
  return (
    <Part name="Button">
      {variants.map((variant) => (
        <Row key={variant}>
          <Button variant={variant}>{variant}</Button>
          <Button variant={variant} size="small">
            small
          </Button>
          <Button variant={variant} isBusy>
            busy
          </Button>
          <Button variant={variant} isPaused>
            resting
          </Button>
          <Button variant={variant} disabled>
            disabled
          </Button>
          <ButtonLink variant={variant} to="#content">
            link
          </ButtonLink>
        </Row>
      ))}
    </Part>
  );
}

function SmallControls() {
  return (
    <Part name="IconButton, RowAction, RowMenu, ReadOnlyCheckbox">
      <Row>
        <IconButton label="Remove" onClick={nothing}>
          <icons.CloseIcon />
        </IconButton>
        <RowAction to="#content" label="Edit Thandi Mokoena">
          <icons.PencilIcon />
          Edit
        </RowAction>
        <RowMenu
          label="Actions on NP0001"
          items={[
            { word: 'Entries', label: 'Entries on NP0001', to: '#content' },
            { word: 'Set cap', label: 'Set cap of NP0001', onClick: nothing },
          ]}
        />
        <RowAction label="Remove Thandi Mokoena" isPaused onClick={nothing}>
          Remove
        </RowAction>
        <ReadOnlyCheckbox isOn label="On" />
        <ReadOnlyCheckbox isOn={false} label="Off" />
      </Row>
    </Part>
  );
}
