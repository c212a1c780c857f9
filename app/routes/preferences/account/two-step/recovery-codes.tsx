import { type ActionFunctionArgs, data, type LoaderFunctionArgs, type MetaFunction, redirect } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/client/saving/client-action.ts";
import { failureIn } from "#app/client/saving/failure.ts";
import { AccountSubpage } from "#app/components/account/account-subpage.tsx";
import { ProofForm } from "#app/components/account/two-step/proof-form.tsx";
import { RecoveryCodes } from "#app/components/account/two-step/recovery-codes.tsx";
import { findCredentials } from "#app/domain/accounts/credentials/account.server.ts";
import { findFactors, hasFactor, makeRecoveryCodes } from "#app/domain/accounts/factors/factors.server.ts";
import { encryptionKey } from "#app/web/instance.server.ts";
import { requireViewer } from "#app/web/session.server.ts";
import { toast } from "#app/web/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { readProof } from "./proof.server.ts";
import { consumeShownCodes, showRecoveryCodes } from "./shown-codes.server.ts";

/** Reloading would remove the codes from the page. */
export { shouldRevalidateForm as shouldRevalidate } from "#app/client/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Recovery codes · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  if (!(await hasFactor(database(), viewer.userId))) throw redirect("/preferences/account", 303);
  const shown = await consumeShownCodes(args.request, viewer.userId);
  const { recoveryCodesLeft } = await findFactors(database(), viewer);
  const { hasPassword } = await findCredentials(database(), viewer.userId);
  const page = { codes: shown?.codes ?? null, recoveryCodesLeft, hasPassword };
  return data(page, shown ? { headers: shown.headers } : {});
}

export async function action(args: ActionFunctionArgs) {
  const { userId } = await requireViewer(args);
  const refusal = await readProof(args, userId);
  if (refusal) return refusal;
  const codes = await makeRecoveryCodes(database(), userId, encryptionKey);
  if (!codes) return redirect("/preferences/account", 303);
  return showRecoveryCodes(
    userId,
    codes,
    toast("success", "New recovery codes", { message: "The old ones are gone." }),
  );
}

export default function RecoveryCodesPage() {
  const { codes, recoveryCodesLeft, hasPassword } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <AccountSubpage heading={codes ? "Your recovery codes" : "Recovery codes"} answer={answer}>
      {codes ? (
        <RecoveryCodes codes={codes} />
      ) : (
        <>
          <p className="mb-4">
            {recoveryCodesLeft} of your codes still work. Mila can&apos;t show them again. If you no longer have them,
            make new ones, and the old ones stop working.
          </p>
          <ProofForm
            hasPassword={hasPassword}
            button="Make new codes"
            buttonClass="button-primary"
            lastResult={failureIn(answer) ? undefined : answer}
          />
        </>
      )}
    </AccountSubpage>
  );
}
