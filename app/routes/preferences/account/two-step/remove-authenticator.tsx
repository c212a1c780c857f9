import { type ActionFunctionArgs, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { failureIn } from "#app/client/saving/failure.ts";
import { AccountSubpage } from "#app/components/account/account-subpage.tsx";
import { ProofForm } from "#app/components/account/two-step/proof-form.tsx";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { findFactors, removeAuthenticator } from "#app/domain/accounts/factors/factors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { readProof } from "./proof.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Remove the authenticator app · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { authenticatorSince } = await findFactors(database(), viewer);
  if (authenticatorSince === null) throw redirect("/preferences/account", 303);
  const { hasPassword } = await findCredentials(database(), viewer.userId);
  return { hasPassword };
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args);
  const refusal = await readProof(args, userId);
  if (refusal) return refusal;
  await removeAuthenticator(database(), userId);
  return redirectWithToast("/preferences/account", toast("success", "Authenticator app removed"));
}

export default function RemoveAuthenticator() {
  const { hasPassword } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountSubpage heading="Remove the authenticator app" answer={answer}>
      <p className="notice mb-4">
        Mila won&apos;t ask for a code any more when you sign in, and your recovery codes stop working.
      </p>
      <ProofForm
        hasPassword={hasPassword}
        button="Remove the app"
        buttonClass="button-danger"
        lastResult={failureIn(answer) ? undefined : answer}
      />
    </AccountSubpage>
  );
}
