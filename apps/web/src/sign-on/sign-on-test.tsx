import { useQuery } from '@tanstack/react-query';
import { signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { useLocation } from 'react-router';
import { paths } from '../platform/browser/paths.ts';
import { readData } from '../platform/api/read.ts';
import { useAction } from '../platform/api/use-action.ts';
import { Button } from '../ui/controls/button.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';
import shared from '../ui/layout/shared.module.css';

/** Signs in at the saved provider, and shows what it says of the account. */
export function SignOnTest() {
  const id = new URLSearchParams(useLocation().hash.replace(/^#/, '')).get('sign-on-test');
  const begin = useAction(signOnEndpoints.createSignOnTest, {
    onDone: ({ data: { url } }) => window.location.assign(url),
    changes: [],
  });
  return (
    <>
      {begin.isError && <Alert kind="error">{begin.error.message}</Alert>}
      {id !== null && <Result id={id} />}
      <div className={shared.buttons}>
        <Button
          variant="outline"
          isBusy={begin.isPending}
          onClick={() => begin.run({ body: { returnTo: paths.signInSettings } })}
        >
          Test the saved provider
        </Button>
      </div>
    </>
  );
}

function Result({ id }: { id: string }) {
  const test = useQuery(
    readData(signOnEndpoints.getSignOnTest, { params: { id } }, { what: 'test' }),
  );
  return (
    <Loaded query={test} what="The test">
      {({ isGood, message, claims }) => (
        <>
          <Alert kind={isGood ? 'success' : 'error'}>{message}</Alert>
          <ItemList
            label="Claims of the provider"
            items={claims.map(({ name, value }) => ({ key: name, title: name, about: value }))}
          />
        </>
      )}
    </Loaded>
  );
}
