import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { env } from "#app/config/env.server.ts";
import { kindNames, newWebhook, webhookFields } from "#app/domain/webhooks/input.ts";
import { addWebhook } from "#app/domain/webhooks/webhooks.server.ts";
import { auditSource } from "#app/server/audit-source.server.ts";
import { requireFullyConfirmed, requireFullyConfirmedForm } from "#app/server/confirmed.server.ts";
import { giveBackReply, readForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { toast } from "#app/server/toast.server.ts";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { WebhookForm } from "#app/ui/preferences/webhook-form.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import { addressRefusals } from "./refusals.ts";
import { showSecret } from "./shown-secret.server.ts";

export { shouldRevalidateForm as shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction();

export const meta: MetaFunction = () => [{ title: "New webhook · Mila" }];

const list = "/preferences/data/webhooks";

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  await requireFullyConfirmed(viewer, `${list}/new`);
  return { kept: await giveBackReply(viewer, args.request, newWebhook) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: webhookFields });
  await requireFullyConfirmedForm(viewer, args.request, webhookFields);
  const submission = await readForm(args.request, newWebhook);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  const about = {
    encryptionKey,
    trustedHosts: env.ALLOWED_PRIVATE_HOSTS,
    source: auditSource(args.context),
  };
  const made = await addWebhook(database(), viewer, submission.value, about);
  if (typeof made === "string") {
    const fieldErrors = { address: [addressRefusals[made]] };
    return data(submission.reply({ fieldErrors }), { status: 400 });
  }
  return showSecret(viewer.userId, made, toast("success", "Webhook added"));
}

export default function NewWebhook() {
  const { kept } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage
      heading="New webhook"
      subtitle="I call the address each time something happens in your household."
      back={{ to: list, label: "Webhooks" }}
      answer={answer}
    >
      <WebhookForm
        schema={newWebhook}
        kinds={kindNames}
        addressHint="The other program listens there. It may hold a secret: nobody sees it again."
        isAddressRequired
        submitText="Add the webhook"
        cancelTo={list}
        lastResult={(failureIn(answer) ? undefined : answer) ?? kept}
      />
    </SettingsPage>
  );
}
