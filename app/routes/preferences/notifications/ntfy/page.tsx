import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { Form, useActionData, useLoaderData } from "@remix-run/react";
import { env } from "#app/config/env.server.ts";
import { drawQrCode } from "#app/domain/accounts/factors/qr-code.server.ts";
import { findNtfyTopic, renewNtfyTopic } from "#app/domain/preferences/ntfy.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { confirmPath, isConfirmed, requireConfirmed } from "#app/server/confirmed.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { NtfyTopic, type Topic } from "#app/ui/notifications/ntfy-topic.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { database } from "#db/connection.server.ts";
import { notificationsPage, ntfyPage } from "../paths.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveSettings);

export const meta: MetaFunction = () => [{ title: "ntfy · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  if (env.NTFY_URL === "off") return { host: null, isOn: false, topic: null, confirmUrl: "" };
  const topic = await findNtfyTopic(database(), viewer.userId);
  const { host } = new URL(env.NTFY_URL);
  const shown = topic && isConfirmed(viewer) ? await showTopic(env.NTFY_URL, topic) : null;
  return { host, isOn: topic !== null, topic: shown, confirmUrl: confirmPath(ntfyPage) };
}

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: ntfyPage });
  requireConfirmed(viewer, ntfyPage);
  if (env.NTFY_URL === "off")
    return redirectWithToast(ntfyPage, toast("error", "This Mila doesn't use ntfy"));
  if (!(await findNtfyTopic(database(), viewer.userId)))
    await renewNtfyTopic(database(), viewer.userId);
  return redirectWithToast(
    ntfyPage,
    toast("success", "ntfy is on", { message: "Now subscribe on your phone." }),
  );
}

export default function Ntfy() {
  const { host, isOn, topic, confirmUrl } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage
      heading="ntfy"
      subtitle="Reminders on your phone, with a free app"
      back={{ to: notificationsPage, label: "Notification Settings" }}
      answer={answer}
    >
      {host === null && (
        <p className="empty">This Mila doesn’t use ntfy. Its owner can turn it on.</p>
      )}
      {isOn && <NtfyTopic topic={topic} confirmUrl={confirmUrl} />}
      {host !== null && !isOn && <TurnOn host={host} />}
    </SettingsPage>
  );
}

function TurnOn({ host }: { host: string }) {
  return (
    <Form method="post" className="card-panel stack">
      <p>
        I send your reminders to the ntfy app, with buttons for Done and In 1 hour. It works with
        the app closed, and needs no phone number.
      </p>
      <p className="hint">Messages pass through {host}, so it could read them.</p>
      <div className="button-row justify-start">
        <button type="submit" className="button-primary">
          Turn on
        </button>
      </div>
    </Form>
  );
}

/** See https://docs.ntfy.sh/subscribe/phone/#ntfy-links. */
async function showTopic(server: string, topic: string): Promise<Topic> {
  const link = `${server}/${topic}`;
  const isSecure = server.startsWith("https:");
  const options = new URLSearchParams({ display: "Mila", ...(!isSecure && { secure: "false" }) });
  const appLink = `${link.replace(/^https?:/, "ntfy:")}?${options}`;
  return { link, appLink, qrCode: await drawQrCode(appLink) };
}
