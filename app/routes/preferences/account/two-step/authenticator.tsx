import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form, Link } from "@remix-run/react";
import {
  addAuthenticator,
  resumeAuthenticatorSetup,
  startAuthenticatorSetup,
} from "#app/domain/accounts/factors/authenticator-setup.server.ts";
import { findFactors } from "#app/domain/accounts/factors/factors.server.ts";
import { authenticatorInput } from "#app/domain/accounts/factors/input.ts";
import { findPerson } from "#app/domain/accounts/users.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { QrCode } from "#app/ui/account/two-step/qr-code.tsx";
import { TextField } from "#app/ui/kit/field.tsx";
import { SaveRow } from "#app/ui/kit/submit-button.tsx";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { finishAdding } from "./shown-codes.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Add an authenticator app · Mila" }];

const thisPage = "/preferences/account/authenticator";

/**
 * Returns to the same setup after asking for the password, so that a key that an app has already
 * scanned stays valid.
 */
const pathWith = (setup: string) => `${thisPage}?${new URLSearchParams({ setup })}`;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args, { isAddingFactor: true });
  const earlier = new URL(args.request.url).searchParams.get("setup") ?? "";
  await requireFullyConfirmed(viewer, earlier ? pathWith(earlier) : thisPage);
  const { authenticatorSince } = await findFactors(database(), viewer);
  if (authenticatorSince !== null) throw redirect("/preferences/account", 303);
  const account = await findPerson(database(), viewer.userId);
  const setup =
    (await resumeAuthenticatorSetup(earlier, account, encryptionKey)) ??
    (await startAuthenticatorSetup(account, encryptionKey));
  return {
    setup,
    isRequired: viewer.mustAddFactor,
    allowsPasskeys: readPasskeySite(args.request) !== null,
  };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { isAddingFactor: true });
  const submission = await readForm(args.request, authenticatorInput);
  const typed = submission.payload["setup"];
  const sealed = typeof typed === "string" ? typed : "";
  await requireFullyConfirmed(viewer, pathWith(sealed));
  const account = await findPerson(database(), viewer.userId);
  const setup = await resumeAuthenticatorSetup(sealed, account, encryptionKey);
  const refuse = (fieldErrors?: Record<string, string[]>) =>
    data(
      { submission: submission.reply({ hideFields: ["code"], fieldErrors }), setup },
      { status: 400 },
    );
  if (submission.status !== "success") return refuse();
  const attempt = {
    userId: viewer.userId,
    sealed,
    code: submission.value.code,
    source: auditSource(args.context),
  };
  const added = await addAuthenticator(database(), attempt, encryptionKey);
  if (added.status === "wrong_code")
    return refuse({
      code: ["That's not the app's current code. Check that your phone's clock is right."],
    });
  if (added.status === "expired") {
    const message = "The key was only good for 30 minutes. Please scan the new one.";
    return redirectWithToast(thisPage, toast("error", "Error", { message }));
  }
  if (added.status !== "added") return redirect("/preferences/account", 303);
  return finishAdding(viewer, added.recoveryCodes, "Authenticator app added");
}

export default function AddAuthenticator() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "submission" in answer && !failureIn(answer) ? answer : undefined;
  const setup = refused?.setup ?? page.setup;
  return (
    <AccountSubpage heading="Add an authenticator app" answer={answer} canGoBack={!page.isRequired}>
      {page.isRequired && <RequiredNotice allowsPasskeys={page.allowsPasskeys} />}
      <div className="card-panel stack">
        <AuthenticatorKey typedKey={setup.typedKey} uri={setup.uri} qrCode={setup.qrCode} />
        <AuthenticatorForm
          key={setup.sealed}
          sealed={setup.sealed}
          lastResult={refused?.submission}
        />
      </div>
    </AccountSubpage>
  );
}

interface AuthenticatorFormProps {
  sealed: string;
  lastResult?: SubmissionResult<string[]>;
}

function AuthenticatorForm({ sealed, lastResult }: AuthenticatorFormProps) {
  const [form, { code }] = useZodForm({
    id: "authenticator",
    schema: authenticatorInput,
    lastResult,
  });
  return (
    <Form method="post" {...getFormProps(form)} className="stack">
      <input type="hidden" name="setup" value={sealed} />
      <TextField
        field={code}
        label="The code it shows"
        hint="Six digits"
        inputMode="numeric"
        autoComplete="one-time-code"
        required
      />
      <SaveRow>Turn on</SaveRow>
    </Form>
  );
}

interface AuthenticatorKeyProps {
  /** The key in groups of four characters. */
  typedKey: string;
  uri: string;
  qrCode: { size: number; path: string };
}

function AuthenticatorKey({ typedKey, uri, qrCode }: AuthenticatorKeyProps) {
  return (
    <>
      <p>Scan this with an authenticator app, such as Aegis, 2FAS or Google Authenticator.</p>
      <QrCode label="QR code for your authenticator app" qrCode={qrCode} />
      <a className="button-secondary open-app" href={uri}>
        Open the app on this device
      </a>
      <p>
        Or type this key: <code className="typed-key">{typedKey}</code>
      </p>
    </>
  );
}

function RequiredNotice({ allowsPasskeys }: { allowsPasskeys: boolean }) {
  return (
    <div className="notice mb-4">
      <p>Mila&apos;s owner asks everyone for a second step at sign-in. Please add yours.</p>
      {allowsPasskeys && (
        <Link className="text-link" to="/preferences/account/passkeys">
          Add a passkey instead
        </Link>
      )}
    </div>
  );
}
