import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { failureIn } from "#app/client/saving/failure.ts";
import { AccountSubpage } from "#app/components/account/account-subpage.tsx";
import { AuthenticatorForm } from "#app/components/account/two-step/authenticator-form.tsx";
import { AuthenticatorKey } from "#app/components/account/two-step/authenticator-key.tsx";
import { RequiredNotice } from "#app/components/account/two-step/required-notice.tsx";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import {
  addAuthenticator,
  resumeAuthenticatorSetup,
  startAuthenticatorSetup,
} from "#app/domain/accounts/factors/authenticator-setup.server.ts";
import { findFactors } from "#app/domain/accounts/factors/factors.server.ts";
import { authenticatorInput } from "#app/domain/accounts/factors/input.ts";
import { readForm } from "#app/web/form.server.ts";
import { encryptionKey } from "#app/web/instance.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { readPasskeySite } from "#app/web/sign-in/passkey-site.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { checkOwnPassword } from "../own-password.server.ts";
import { finishAdding } from "./shown-codes.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Add an authenticator app · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args, { isAddingFactor: true });
  const { authenticatorSince } = await findFactors(database(), viewer);
  if (authenticatorSince !== null) throw redirect("/preferences/account", 303);
  const { email, hasPassword } = await findCredentials(database(), viewer.userId);
  const setup = await startAuthenticatorSetup({ userId: viewer.userId, email }, encryptionKey);
  const allowsPasskeys = readPasskeySite(args.request) !== null;
  return { setup, hasPassword, isRequired: viewer.mustAddFactor, allowsPasskeys };
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args, { isAddingFactor: true });
  const { email, hasPassword } = await findCredentials(database(), userId);
  const submission = await readForm(args.request, authenticatorInput);
  const typed = submission.payload["setup"];
  const setup = await resumeAuthenticatorSetup(
    typeof typed === "string" ? typed : "",
    { userId, email },
    encryptionKey,
  );
  const refuse = (status: number, fieldErrors?: Record<string, string[]>) =>
    data({ submission: submission.reply({ hideFields: ["code", "password"], fieldErrors }), setup }, { status });
  if (submission.status !== "success") return refuse(400);
  const { code, password = "" } = submission.value;
  const refusal = hasPassword ? await checkOwnPassword({ userId }, password, args) : null;
  if (refusal) return refuse(refusal.status, { password: refusal.errors });
  const sealed = submission.value.setup;
  const added = await addAuthenticator(database(), { userId, sealed, code }, encryptionKey);
  if (added.status === "wrong_code")
    return refuse(400, { code: ["That's not the app's current code. Check that your phone's clock is right."] });
  if (added.status === "expired") {
    const message = "The key was only good for 30 minutes. Please scan the new one.";
    return redirectWithToast("/preferences/account/authenticator", toast("error", "Error", { message }));
  }
  if (added.status !== "added") return redirect("/preferences/account", 303);
  return finishAdding(userId, added.recoveryCodes, "Authenticator app added");
}

export default function AddAuthenticator() {
  const page = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const refused = answer && "submission" in answer && !failureIn(answer) ? answer : undefined;
  const setup = refused?.setup ?? page.setup;
  return (
    <AccountSubpage heading="Add an authenticator app" answer={answer}>
      {page.isRequired && <RequiredNotice allowsPasskeys={page.allowsPasskeys} />}
      <div className="card-panel stack">
        <AuthenticatorKey typedKey={setup.typedKey} uri={setup.uri} qrCode={setup.qrCode} />
        <AuthenticatorForm
          key={setup.sealed}
          sealed={setup.sealed}
          hasPassword={page.hasPassword}
          lastResult={refused?.submission}
        />
      </div>
    </AccountSubpage>
  );
}
