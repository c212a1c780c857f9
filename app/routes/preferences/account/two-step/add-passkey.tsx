import { getFormProps, type SubmissionResult } from "@conform-to/react";
import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
  redirect,
} from "@remix-run/node";
import { useActionData, useLoaderData, Form, useSubmit } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { addPasskey } from "#app/domain/accounts/factors/passkeys/add-passkey.server.ts";
import {
  newPasskeyWithResponse,
  maxPasskeyNameLength,
  newPasskey,
} from "#app/domain/accounts/factors/passkeys/input.ts";
import { describeDevice } from "#app/domain/accounts/sessions/device.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed } from "#app/server/confirmed.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { readPasskeySite } from "#app/server/sign-in/passkey-site.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { AccountSubpage } from "#app/ui/account/account-subpage.tsx";
import { canUsePasskeys } from "#app/ui/auth/can-use-passkeys.ts";
import { TextField } from "#app/ui/kit/field.tsx";
import { SubmitButton } from "#app/ui/kit/submit-button.tsx";
import { useInBrowser } from "#app/ui/kit/use-in-browser.ts";
import { useZodForm } from "#app/ui/kit/use-zod-form.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { finishAdding } from "./shown-codes.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "Add a passkey · Mila" }];

const thisPage = "/preferences/account/passkeys";

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

const refusals = {
  refused: "That passkey didn't work. Please try again.",
  too_many: "You have 20 passkeys, which is the most. Remove one first.",
};

/** The page's script failed, not the user. */
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

interface PasskeyFormProps {
  name: string;
  lastResult?: SubmissionResult<string[]>;
}

function PasskeyForm({ name: suggested, lastResult }: PasskeyFormProps) {
  const canUse = useInBrowser(canUsePasskeys, null);
  const [hasFailed, setHasFailed] = useState(false);
  const submit = useSubmit();
  const [form, { name }] = useZodForm({
    id: "passkey",
    schema: newPasskey,
    defaultValue: { name: suggested },
    lastResult,
  });
  const { onSubmit, ...formProps } = getFormProps(form);
  const create = async (event: FormEvent<HTMLFormElement>) => {
    onSubmit(event);
    if (event.defaultPrevented) return;
    event.preventDefault();
    const fields = new FormData(event.currentTarget);
    setHasFailed(false);
    try {
      const { createPasskey } = await import("#app/ui/auth/passkeys.ts");
      fields.set("response", await createPasskey("/preferences/account/passkeys/options"));
      submit(fields, { method: "post" });
    } catch {
      setHasFailed(true);
    }
  };
  if (canUse === false) {
    return (
      <p className="notice">
        This browser knows no passkeys. Add one in a newer browser, or on another device.
      </p>
    );
  }
  return (
    <Form
      method="post"
      {...formProps}
      onSubmit={(event) => void create(event)}
      className="card-panel stack"
    >
      <noscript>
        <p className="hint">Passkeys need JavaScript, which is off in this browser.</p>
      </noscript>
      <TextField
        field={name}
        label="Name"
        hint="So that you recognize it in your list"
        maxLength={maxPasskeyNameLength}
        autoComplete="off"
        dir="auto"
        required
      />
      <p role="status" className="field-error">
        {hasFailed && "No passkey was created. You can try again."}
      </p>
      <div className="button-row">
        <SubmitButton className="button-primary" busyText="Saving..." isReady={canUse === true}>
          Add a passkey
        </SubmitButton>
      </div>
    </Form>
  );
}
