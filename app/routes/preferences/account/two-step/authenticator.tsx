import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { AuthenticatorForm } from "#app/ui/account/two-step/authenticator-form.tsx";
import { AuthenticatorKey } from "#app/ui/account/two-step/authenticator-key.tsx";
import { RequiredNotice } from "#app/ui/account/two-step/required-notice.tsx";
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
import { database } from "#db/connection.server.ts";
import { finishAdding } from "./shown-codes.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Add an authenticator app · Mila" }];

const thisPage = "/preferences/account/authenticator";

/** After the password was asked for, the app that was set up before goes on working. */
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
