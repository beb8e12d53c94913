import { useQuery } from '@tanstack/react-query';
import { signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { Button } from '../../ui/controls/button.tsx';
import { Alert } from '../../ui/feedback/alert.tsx';
import { identitiesQuery } from '../api/identities.ts';
import { useAction } from '../api/use-action.ts';
import { may } from '../session/may.ts';

/** The way to confirm for a user who signs in at a provider, who may have no password. */
export function ConfirmAtProvider() {
  const { data } = useQuery({ ...identitiesQuery, enabled: may('identities:manage') });
  if (!data || data.count === 0 || data.provider === null) return null;
  const { provider, opensByPassword } = data;
  if (provider !== unprovable) return <VisitProvider {...{ provider, opensByPassword }} />;
  return opensByPassword ? null : (
    <p>
      You have no password here, and {provider} does not prove a new sign-in. Sign out and in again:
      then repeat this within ten minutes, without a password.
    </p>
  );
}

/** Sends no `auth_time`, so a confirmation there always fails (docs/sign-on.md). */
const unprovable = 'Google';

type Props = { provider: string; opensByPassword: boolean };

function VisitProvider({ provider, opensByPassword }: Props) {
  const confirm = useAction(signOnEndpoints.confirmAtProvider, {
    onDone: ({ data: { url } }) => window.location.assign(url),
  });
  const { pathname, search } = window.location;
  return (
    <>
      {confirm.isError && <Alert kind="error">{confirm.error.message}</Alert>}
      <p>
        {opensByPassword ? 'Or confirm at' : 'You have no password here: confirm at'} {provider},
        and come back to this page. What is typed here and not saved is lost.
      </p>
      <Button
        variant="outline"
        isBusy={confirm.isPending}
        onClick={() => confirm.run({ body: { returnTo: pathname + search } })}
      >
        Confirm with {provider}
      </Button>
    </>
  );
}
