import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { env } from "#app/config/env.server.ts";
import { webhookChange, webhookFields } from "#app/domain/webhooks/input.ts";
import { findWebhook } from "#app/domain/webhooks/list-webhooks.server.ts";
import { changeWebhook } from "#app/domain/webhooks/webhooks.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmedForm } from "#app/server/confirmed.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { noLongerThere, notFound } from "#app/server/http-errors.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { WebhookForm } from "#app/ui/preferences/webhook-form.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { couldNotUpdate } from "../../copy.ts";
import { addressRefusals } from "./refusals.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotUpdate);

export const meta: MetaFunction = () => [{ title: "Change webhook · Mila" }];

const pageOf = (id: string) => `/preferences/data/webhooks/${id}`;

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const webhook = await findWebhook(database(), viewer, args.params.id ?? "");
  if (!webhook) notFound();
  const { id, host, kinds } = webhook;
  return { id, host, kinds, kept: await giveBackReply(viewer, args.request, webhookChange) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: webhookFields });
  const id = args.params.id ?? "";
  if (!(await findWebhook(database(), viewer, id))) noLongerThere();
  const form = args.request.clone();
  const submission = await readForm(args.request, webhookChange);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  // Another address could get what the household keeps to itself.
  if (submission.value.address !== "") await requireFullyConfirmedForm(viewer, form, webhookFields);
  const about = {
    encryptionKey,
    trustedHosts: env.ALLOWED_PRIVATE_HOSTS,
    source: auditSource(args.context),
  };
  const outcome = await changeWebhook(database(), viewer, id, submission.value, about);
  if (outcome === "missing") noLongerThere();
  if (outcome !== "changed") {
    const fieldErrors = { address: [addressRefusals[outcome]] };
    return data(submission.reply({ fieldErrors }), { status: 400 });
  }
  return redirectWithToast(pageOf(id), toast("success", "Webhook changed"));
}

export default function EditWebhook() {
  const { id, host, kinds, kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage
      heading="Change webhook"
      subtitle={`To ${host}`}
      back={{ to: pageOf(id), label: host }}
      answer={answer}
    >
      <WebhookForm
        schema={webhookChange}
        kinds={kinds}
        addressHint={`Leave it empty to keep the address at ${host}.`}
        submitText="Save Changes"
        cancelTo={pageOf(id)}
        lastResult={(failureIn(answer) ? undefined : answer) ?? kept}
      />
    </SettingsPage>
  );
}
