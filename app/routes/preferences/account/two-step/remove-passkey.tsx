import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { RemovalForm } from "#app/ui/account/two-step/removal-form.tsx";
import { findFactors, removePasskey } from "#app/domain/accounts/factors/factors.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { notFound } from "#app/server/http-errors.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Remove a passkey · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const { name, isLast } = await requirePasskey(args);
  return { name, isLast };
}

export async function action(args: ActionFunctionArgs) {
  const { userId, id } = await requirePasskey(args);
  await removePasskey(database(), id, { userId, source: auditSource(args.context) });
  return redirectWithToast("/preferences/account", toast("success", "Passkey removed"));
}

async function requirePasskey(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { passkeys, authenticatorSince } = await findFactors(database(), viewer);
  const passkey = passkeys.find(({ id }) => id === args.params.id) ?? notFound();
  await requireFullyConfirmed(viewer, `/preferences/account/passkeys/${passkey.id}/remove`);
  return {
    userId: viewer.userId,
    ...passkey,
    isLast: passkeys.length === 1 && authenticatorSince === null,
  };
}

export default function RemovePasskey() {
  const { name, isLast } = useLoaderData<typeof loader>();
  return (
    <AccountSubpage heading="Remove a passkey" answer={useActionData()}>
      <RemovalForm button="Remove">
        <p>
          <b dir="auto">{name}</b> won&apos;t sign you in any more. Your device may keep it until
          you delete it there.
        </p>
        {isLast && (
          <p>Your password alone will sign you in, and your recovery codes stop working.</p>
        )}
      </RemovalForm>
    </AccountSubpage>
  );
}
