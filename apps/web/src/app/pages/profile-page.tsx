import { ProfileForm } from '../../account/profile-form.tsx';
import { chooseColorScheme, useColorScheme } from '../../ui/theme/color-scheme.ts';
import { RadioGroup } from '../../ui/form/choice-fields.tsx';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import shared from '../../ui/layout/shared.module.css';
import { schemes } from '../frame/color-scheme-choice.tsx';
import { ShortcutsSwitch } from '../shortcuts/shortcuts-switch.tsx';

/** The own name and the own settings, for every role. */
export function ProfilePage() {
  return (
    <PageFrame title="Profile" width="form">
      <Panel label="Your account">
        <div>
          <h2>Your account</h2>
          <p className={shared.muted}>
            Saved with your account, for every device that you sign in on.
          </p>
        </div>
        <ProfileForm />
      </Panel>
      <Panel label="This device">
        <div>
          <h2>This device</h2>
          <p className={shared.muted}>Kept in this browser alone, and changed at once.</p>
        </div>
        <Appearance />
        <ShortcutsSwitch />
      </Panel>
    </PageFrame>
  );
}

function Appearance() {
  const colorScheme = useColorScheme();
  const choose = (value: string) =>
    chooseColorScheme(schemes.find((each) => each.value === value)?.value ?? 'auto');
  return <RadioGroup label="Appearance" options={schemes} value={colorScheme} onChange={choose} />;
}
