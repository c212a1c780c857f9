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
import { PasskeyForm } from "#app/ui/account/two-step/passkey-form.tsx";
import { addPasskey } from "#app/domain/accounts/factors/passkeys/add-passkey.server.ts";
import { newPasskeyWithResponse } from "#app/domain/accounts/factors/passkeys/input.ts";
import { describeDevice } from "#app/domain/accounts/sessions/device.ts";
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

export const meta: MetaFunction = () => [{ title: "Add a passkey · Mila" }];

const thisPage = "/preferences/account/passkeys";

const refusals = {
  refused: "That passkey didn't work. Please try again.",
  too_many: "You have 20 passkeys, which is the most. Remove one first.",
};

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args, { isAddingFactor: true });
  if (!readPasskeySite(args.request)) throw redirect("/preferences/account", 303);
  await requireFullyConfirmed(viewer, thisPage);
  return { name: describeDevice(args.request.headers.get("User-Agent") ?? "") ?? "Passkey" };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { isAddingFactor: true });
  const site = readPasskeySite(args.request);
  const submission = await readForm(args.request, newPasskeyWithResponse);
  await requireFullyConfirmed(viewer, thisPage);
  if (!site) return redirect("/preferences/account", 303);
  if (submission.status !== "success") {
    if (!submission.error?.["name"]) return refusePasskey("refused");
    return data(submission.reply({ hideFields: ["response"] }), { status: 400 });
  }
  const { userId } = viewer;
  const passkey = { userId, ...submission.value, source: auditSource(args.context) };
  const added = await addPasskey(database(), passkey, site, encryptionKey);
  if (added.status !== "added") return refusePasskey(added.status);
  return finishAdding(viewer, added.recoveryCodes, "Passkey added");
}

/** The page's script made a mistake, not the user. */
function refusePasskey(reason: keyof typeof refusals): Promise<Response> {
  return redirectWithToast(thisPage, toast("error", "Error", { message: refusals[reason] }));
}

export default function AddPasskey() {
  const { name } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountSubpage heading="Add a passkey" answer={answer}>
      <p className="mb-4">
        A passkey lets you log in with your fingerprint, your face or your device&apos;s PIN. It
        also works as the second step after your password.
      </p>
      <PasskeyForm name={name} lastResult={failureIn(answer) ? undefined : answer} />
    </AccountSubpage>
  );
}
