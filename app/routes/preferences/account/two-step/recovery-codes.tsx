import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { NewCodesForm } from "#app/ui/account/two-step/new-codes-form.tsx";
import { RecoveryCodes } from "#app/ui/account/two-step/recovery-codes.tsx";
import {
  findFactors,
  hasFactor,
  makeRecoveryCodes,
} from "#app/domain/accounts/factors/factors.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { consumeShownCodes, showRecoveryCodes } from "./shown-codes.server.ts";

/** Reloading would remove the codes from the page. */
export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Recovery codes · Mila" }];

const thisPage = "/preferences/account/recovery-codes";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  if (!(await hasFactor(database(), viewer.userId))) throw redirect("/preferences/account", 303);
  const shown = await consumeShownCodes(args.request, viewer.userId);
  if (!shown) await requireFullyConfirmed(viewer, thisPage);
  const { recoveryCodesLeft } = await findFactors(database(), viewer);
  const page = { codes: shown?.codes ?? null, recoveryCodesLeft };
  return data(page, shown ? { headers: shown.headers } : {});
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args);
  await requireFullyConfirmed(viewer, thisPage);
  const source = auditSource(args.context);
  const codes = await makeRecoveryCodes(database(), viewer.userId, encryptionKey, source);
  if (!codes) return redirect("/preferences/account", 303);
  const made = toast("success", "New recovery codes", { message: "The old ones are gone." });
  return showRecoveryCodes(viewer.userId, codes, made);
}

export default function RecoveryCodesPage() {
  const { codes, recoveryCodesLeft } = useLoaderData<typeof loader>();
  return (
    <AccountSubpage
      heading={codes ? "Your recovery codes" : "Recovery codes"}
      answer={useActionData()}
    >
      {codes ? <RecoveryCodes codes={codes} /> : <NewCodesForm left={recoveryCodesLeft} />}
    </AccountSubpage>
  );
}
