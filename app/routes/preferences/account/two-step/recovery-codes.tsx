import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form, Link } from "@remix-run/react";
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
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { database } from "#db/connection.server.ts";
import { consumeShownCodes, showRecoveryCodes } from "./shown-codes.server.ts";

/** Revalidating would remove the codes from the page. */
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

function NewCodesForm({ left }: { left: number }) {
  return (
    <Form method="post" className="card-panel stack">
      <p>
        You have {left} unused {left === 1 ? "code" : "codes"}. Mila can&apos;t show them again. If
        you no longer have them, make ten new ones: the old ones stop working.
      </p>
      <div className="button-row">
        <Link className="button-secondary" to="/preferences/account">
          Cancel
        </Link>
        <SubmitButton className="button-primary" busyText="Saving...">
          Make new codes
        </SubmitButton>
      </div>
    </Form>
  );
}

function RecoveryCodes({ codes }: { codes: string[] }) {
  const file = `Recovery codes for Mila. Each works once.\n\n${codes.join("\n")}\n`;
  return (
    <div className="card-panel stack">
      <p>
        If you lose your phone, each of these codes signs you in once. Keep them somewhere safe: on
        paper or in a password manager. <b>Mila shows them only now.</b>
      </p>
      <ul className="recovery-codes">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ul>
      <div className="button-row">
        <a
          className="button-secondary"
          href={`data:text/plain;charset=utf-8,${encodeURIComponent(file)}`}
          download="mila-recovery-codes.txt"
        >
          Save as a file
        </a>
        <Link className="button-primary" to="/preferences/account">
          Done
        </Link>
      </div>
    </div>
  );
}
