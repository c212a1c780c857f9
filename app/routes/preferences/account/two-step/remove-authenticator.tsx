import {
  type ActionFunctionArgs,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { RemovalForm } from "#app/ui/account/two-step/removal-form.tsx";
import { findFactors, removeAuthenticator } from "#app/domain/accounts/factors/factors.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Remove the authenticator app · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireConfirmedViewer(args);
  const { authenticatorSince, passkeys } = await findFactors(database(), viewer);
  if (authenticatorSince === null) throw redirect("/preferences/account", 303);
  return { isLast: passkeys.length === 0 };
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireConfirmedViewer(args);
  await removeAuthenticator(database(), { userId, source: auditSource(args.context) });
  return redirectWithToast("/preferences/account", toast("success", "Authenticator app removed"));
}

async function requireConfirmedViewer(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  await requireFullyConfirmed(viewer, "/preferences/account/authenticator/remove");
  return viewer;
}

export default function RemoveAuthenticator() {
  const { isLast } = useLoaderData<typeof loader>();
  return (
    <AccountSubpage heading="Remove the authenticator app" answer={useActionData()}>
      <RemovalForm button="Remove">
        <p>
          {isLast
            ? "Your password alone will sign you in, and your recovery codes stop working."
            : "Your passkeys remain your second step."}
        </p>
      </RemovalForm>
    </AccountSubpage>
  );
}
