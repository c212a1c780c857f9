import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { failureIn } from "#app/client/saving/failure.ts";
import { AccountSubpage } from "#app/components/account/account-subpage.tsx";
import { ProofForm } from "#app/components/account/two-step/proof-form.tsx";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { removePasskey } from "#app/domain/accounts/factors/factors.server.ts";
import { listPasskeys } from "#app/domain/accounts/factors/passkeys/passkeys.server.ts";
import { notFound } from "#app/web/http-errors.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { redirectWithToast, toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { readProof } from "./proof.server.ts";

export { shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Remove a passkey · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { hasPassword, name } = await requirePasskey(args);
  return { hasPassword, name };
}

export async function action(args: ActionFunctionArgs) {
  const { userId, id } = await requirePasskey(args);
  const refusal = await readProof(args, userId);
  if (refusal) return refusal;
  await removePasskey(database(), userId, id);
  return redirectWithToast("/preferences/account", toast("success", "Passkey removed"));
}

async function requirePasskey(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const passkeys = await listPasskeys(database(), viewer);
  const passkey = passkeys.find(({ id }) => id === args.params.id) ?? notFound();
  const { hasPassword } = await findCredentials(database(), viewer.userId);
  return { userId: viewer.userId, hasPassword, ...passkey };
}

export default function RemovePasskey() {
  const { hasPassword, name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountSubpage heading="Remove a passkey" answer={answer}>
      <p className="notice mb-4">
        You can&apos;t log in with <b dir="auto">{name}</b> any more. Your device may keep it until you delete it there
        too.
      </p>
      <ProofForm
        hasPassword={hasPassword}
        button="Remove the passkey"
        buttonClass="button-danger"
        lastResult={failureIn(answer) ? undefined : answer}
      />
    </AccountSubpage>
  );
}
