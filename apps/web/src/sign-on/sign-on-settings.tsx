import { useClipboard } from '@mantine/hooks';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useLocation } from 'react-router';
import { role } from '@recoup/contract/core/access';
import {
  type FirmSettings,
  firmSettingsEndpoints,
} from '@recoup/contract/firms/firm-settings-endpoints';
import { changedSignOn, type SignOnSettings } from '@recoup/contract/sign-on/settings';
import { send } from '../platform/api/api-client.ts';
import { ApiError } from '../platform/api/api-error.ts';
import { invalidate, readData } from '../platform/api/read.ts';
import { paths } from '../platform/browser/paths.ts';
import { ConfirmAtProvider } from '../platform/reauthentication/confirm-at-provider.tsx';
import { ConfirmedActionDialog } from '../platform/reauthentication/confirmed-action-dialog.tsx';
import { currentUserQuery } from '../platform/session/current-user.ts';
import { Button } from '../ui/controls/button.tsx';
import { CopyableText } from '../ui/controls/copyable-text.tsx';
import { Alert } from '../ui/feedback/alert.tsx';
import { toast } from '../ui/feedback/toast.tsx';
import { CheckboxChoice } from '../ui/form/checkbox-choice.tsx';
import { CheckboxField, RadioGroup } from '../ui/form/choice-fields.tsx';
import { defineForm, ownField } from '../ui/form/define-form.ts';
import { TextField } from '../ui/form/fields.tsx';
import { PasswordField } from '../ui/form/password-field.tsx';
import { SavedForm, useSavedForm } from '../ui/form/saved-form.tsx';
import { Panel } from '../ui/layout/panel.tsx';
import shared from '../ui/layout/shared.module.css';
import { signOnEndpoints } from '@recoup/contract/sign-on/endpoints';
import { useAction } from '../platform/api/use-action.ts';
import { Loaded } from '../ui/feedback/loaded.tsx';
import { ItemList } from '../ui/layout/item-list.tsx';

type Saved = SignOnSettings | null;

/** The provider at which the people of the firm sign in. */
export function SignOnPanel({ saved: read }: { saved: Saved }) {
  const [saved, setSaved] = useState(read);
  return (
    <Panel label="Single sign-on">
      <div>
        <h2>Single sign-on</h2>
        <p className={shared.muted}>
          Your people sign in with their account at Microsoft, Google or another provider that
          speaks OpenID Connect. Register Recoup there, and save the provider here. This page then
          shows the redirect address to register. A directory that adds and ends people calls{' '}
          <code>{`${location.origin}/scim/v2`}</code> with an API key of the scope Provision.
        </p>
      </div>
      {saved && <RedirectAddress path={saved.callbackPath} />}
      <SignOnForm key={saved === null ? 'none' : 'some'} saved={saved} onSaved={setSaved} />
      {saved && saved.notLinked.count > 0 && <NotLinked saved={saved} />}
      {saved && <SignOnTest />}
      {saved && <EndSignOn onEnded={() => setSaved(null)} />}
    </Panel>
  );
}

function RedirectAddress({ path }: { path: string }) {
  const clipboard = useClipboard({ timeout: 4_000 });
  return (
    <div className={shared.stack}>
      <p>Register this redirect address at the provider, and no other one of Recoup:</p>
      <CopyableText label="Redirect address" text={location.origin + path} clipboard={clipboard} />
    </div>
  );
}

/** Names people who could not sign in if it were required, and how to invite them. */
function NotLinked({ saved: { isRequired, notLinked } }: { saved: SignOnSettings }) {
  const { count, people } = notLinked;
  const more = count - people.length;
  return (
    <Alert kind={isRequired ? 'warning' : 'info'}>
      <p>
        {isRequired
          ? 'These people cannot sign in: they are not linked, and no password of theirs opens. ' +
            'Open the page of each, and press Invite to single sign-on.'
          : 'Not linked yet. They could not sign in if you required single sign-on now: let them ' +
            'link their account on the page Security first.'}
      </p>
      <ul aria-label="People who are not linked">
        {people.map(({ _id: id, name, role: of }) => (
          <li key={id}>
            <Link to={of === role.auditor ? auditorPath(id) : attorneyPath(id)}>{name}</Link>
          </li>
        ))}
        {more > 0 && <li>and {more} more</li>}
      </ul>
    </Alert>
  );
}

const auditorPath = (auditorId: string) => paths.updateAuditor({ auditorId });
const attorneyPath = (attorneyId: string) => paths.updateAttorney({ attorneyId });

type Unshown = 'hasSecret' | 'callbackPath' | 'notLinked' | 'passwordAdmin';
type Values = Omit<SignOnSettings, Unshown> & { clientSecret: string };

const none: Omit<Values, 'clientSecret'> = {
  issuer: '',
  clientId: '',
  domains: [],
  linksByEmail: false,
  isRequired: false,
  factorBy: 'recoup',
};

const signOnForm = defineForm({
  signOn: ownField<Values, Saved>({
    read: (saved) => {
      const { issuer, clientId, domains, linksByEmail, isRequired, factorBy } = saved ?? none;
      const shown = { issuer, clientId, domains, linksByEmail, isRequired, factorBy };
      return { ...shown, clientSecret: '' };
    },
    schema: changedSignOn.omit({ clientSecret: true }).loose(),
  }),
  password: ownField<string, string>({ read: () => '' }),
});

function SignOnForm({ saved, onSaved }: { saved: Saved; onSaved: (saved: Saved) => void }) {
  const client = useQueryClient();
  // The copy of the user does until the answer comes: no field begins with it.
  const user = useQuery(currentUserQuery).data;
  const { form, saving } = useSavedForm(signOnForm, {
    saved: { signOn: saved },
    save: async ({ signOn, password }) => saveSignOn(signOn, { password, admin: user?._id ?? '' }),
    onSaved: (answer) => {
      onSaved(answer.signOn);
      toast('Single sign-on saved.');
      void invalidate(client, ['firm-settings', 'identities']);
    },
  });
  const { signOn } = form.values;
  const { error } = saving;
  const isAsked = error instanceof ApiError && error.code === 'reauthentication_required';
  // The named admin is the user who saves, and has no field.
  const adminError = errorBelow(form.errors, 'signOn.passwordAdmin');
  return (
    <SavedForm form={form} saving={saving} action="Save single sign-on">
      <TextField
        label="Issuer"
        isRequired
        autoComplete="off"
        spellCheck={false}
        description="For Microsoft https://login.microsoftonline.com/TENANT-ID/v2.0, for Google
          https://accounts.google.com."
        {...form.getInputProps('signOn.issuer')}
      />
      <TextField
        label="Client id"
        isRequired
        autoComplete="off"
        spellCheck={false}
        {...form.getInputProps('signOn.clientId')}
      />
      <PasswordField
        label="Client secret"
        autoComplete="off"
        description={
          saved?.hasSecret === true
            ? 'Leave it empty to keep the stored one, which belongs to this issuer.'
            : 'Leave it empty for a public client.'
        }
        {...form.getInputProps('signOn.clientSecret')}
      />
      <CheckboxChoice
        legend="Domains whose people sign in there"
        options={domainOptions(signOn.domains, user?.firm?.domains)}
        chosen={signOn.domains}
        onChange={(domains) => form.setFieldValue('signOn.domains', [...domains])}
        error={errorBelow(form.errors, 'signOn.domains')}
      />
      <CheckboxField
        label="Link people by their email"
        description="Only where the provider vouches for the email. Otherwise they link their
          account on the page Security, or by an invitation."
        {...form.getInputProps('signOn.linksByEmail', { type: 'checkbox' })}
      />
      <RadioGroup
        label="Second factor after single sign-on"
        options={factorOptions}
        value={signOn.factorBy}
        onChange={(value) => form.setFieldValue('signOn.factorBy', parseFactor(value))}
      />
      <CheckboxField
        label="Require single sign-on"
        description="Passwords of these people then open nothing, but for yours."
        {...form.getInputProps('signOn.isRequired', { type: 'checkbox' })}
      />
      {adminError !== undefined && <Alert kind="error">{adminError}</Alert>}
      {isAsked && <ConfirmAtProvider />}
      {isAsked && (
        <PasswordField
          label="Password"
          autoComplete="current-password"
          {...form.getInputProps('password')}
        />
      )}
    </SavedForm>
  );
}

async function saveSignOn(
  { clientSecret, ...signOn }: Values,
  { password, admin }: { password: string; admin: string },
): Promise<FirmSettings> {
  const secret = clientSecret === '' ? {} : { clientSecret };
  const confirmation = password === '' ? {} : { password };
  const body = { signOn: { ...signOn, ...secret, passwordAdmin: admin }, ...confirmation };
  return (await send(firmSettingsEndpoints.saveFirmSettings, { body })).data;
}

/** A chosen domain that the firm has no longer can be taken out. */
function domainOptions(chosen: readonly string[], own: readonly string[] = []) {
  return [...new Set([...own, ...chosen])].map((domain) => ({ value: domain, label: domain }));
}

/** The first message at a field or at an item of it. */
function errorBelow(errors: Readonly<Record<string, unknown>>, field: string): string | undefined {
  const found = Object.entries(errors).find(([at]) => at === field || at.startsWith(`${field}.`));
  return typeof found?.[1] === 'string' ? found[1] : undefined;
}

const factorOptions = [
  { value: 'recoup', label: 'Recoup asks for it' },
  { value: 'provider', label: 'The provider asks for it' },
] as const;

function parseFactor(value: string): Values['factorBy'] {
  return value === 'provider' ? 'provider' : 'recoup';
}

/** Everyone signs in with a password again. */
function EndSignOn({ onEnded }: { onEnded: () => void }) {
  const client = useQueryClient();
  const [isOpen, setOpen] = useState(false);
  return (
    <div className={shared.buttons}>
      <Button variant="outline" onClick={() => setOpen(true)}>
        End single sign-on
      </Button>
      {isOpen && (
        <ConfirmedActionDialog
          title="End single sign-on?"
          question="Your people sign in with their passwords again. People without one use Forgot
            password."
          actionLabel="End"
          isDanger
          run={async (password) =>
            send(firmSettingsEndpoints.saveFirmSettings, { body: { signOn: null, password } })
          }
          onDone={() => {
            toast('Single sign-on has ended.');
            void invalidate(client, ['firm-settings', 'identities']);
            setOpen(false);
            onEnded();
          }}
          onClose={() => setOpen(false)}
        />
      )}
    </div>
  );
}

/** Signs in at the saved provider, and shows what it says of the account. */
function SignOnTest() {
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
