import { useState } from 'react';
import { Alert } from '../../ui/feedback/alert.tsx';
import { CheckboxField } from '../../ui/form/choice-fields.tsx';
import { Panel } from '../../ui/layout/panel.tsx';
import { countOf } from '../../ui/lib/format.ts';

/** Stored on the device, as the permission of the browser is. */
const key = 'recoup-call-notices';

/** Whether the user wants notices of new calls on this device, and the browser allows them. */
export function wantsCallNotices(): boolean {
  return (
    'Notification' in globalThis &&
    Notification.permission === 'granted' &&
    localStorage.getItem(key) === 'on'
  );
}

/** Without number and client: a locked screen shows it too. */
export function callNoticeText(seconds: number): string {
  return `A call of ${countOf(Math.ceil(seconds / 60), 'minute', 'minutes')} is ready to record.`;
}

/** Nothing for a user who looks at the page, which shows the call itself. */
export async function tellOfCall(seconds: number): Promise<void> {
  if (!wantsCallNotices() || document.hasFocus()) return;
  const [text, options] = [callNoticeText(seconds), { tag: 'call', silent: true }] as const;
  const worker = await navigator.serviceWorker?.getRegistration();
  // Android takes them from a worker alone.
  if (worker) await worker.showNotification(text, options);
  else void new Notification(text, options);
}

type Props = { isOn: boolean; onChange: (isOn: boolean) => void };

/** The browser asks for its permission only when the user switches notices on. */
export function CallNotices({ isOn, onChange }: Props) {
  const [isBlocked, setBlocked] = useState(false);
  if (!('Notification' in globalThis)) return null;
  const change = async (wanted: boolean) => {
    if (wanted) localStorage.setItem(key, 'on');
    else localStorage.removeItem(key);
    const isAllowed = !wanted || (await Notification.requestPermission()) === 'granted';
    setBlocked(!isAllowed);
    onChange(wanted && isAllowed);
  };
  return (
    <Panel label="Notices" isTight>
      <h2>Notices</h2>
      <CheckboxField
        label="Tell me of new calls on this device"
        description="Without a sound, number or client, while this page is open behind another one."
        checked={isOn}
        onChange={({ currentTarget }) => void change(currentTarget.checked)}
      />
      {isBlocked && (
        <Alert kind="info">
          Your browser blocks notices of Recoup. Allow them in its settings, then try again.
        </Alert>
      )}
    </Panel>
  );
}
