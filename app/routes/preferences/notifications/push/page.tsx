import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { DeviceList } from "#app/ui/notifications/push/device-list.tsx";
import { PushHere } from "#app/ui/notifications/push/push-here.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { isSetUp } from "#app/config/channels.server.ts";
import { env } from "#app/config/env.server.ts";
import { describeDevice } from "#app/domain/accounts/sessions/device.ts";
import { readPushKeys } from "#app/domain/instance/keys/push-keys.server.ts";
import { addPushDevice, listPushDevices } from "#app/domain/preferences/push/devices.server.ts";
import { pushSubscription } from "#app/domain/preferences/push/input.ts";
import { requireForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { notificationsPage, pushPage } from "../paths.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveSettings);

export const meta: MetaFunction = () => [{ title: "Notifications · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { publicKey } = await readPushKeys(database(), encryptionKey);
  const apps = (["ntfy", "telegram"] as const).filter((app) => isSetUp(app));
  return { publicKey, apps, devices: await listPushDevices(database(), viewer) };
}

/** Adds the device that a browser has just subscribed. */
export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { returnTo: pushPage });
  const subscription = await requireForm(args.request, pushSubscription);
  const name = describeDevice(args.request.headers.get("User-Agent") ?? "") ?? "My device";
  const device = { ...subscription, name };
  const outcome = await addPushDevice(database(), viewer, device, env.PUSH_HOSTS);
  return redirectWithToast(pushPage, toasts[outcome]);
}

const toasts = {
  added: toast("success", "Notifications are on", { message: "Send a test to see one." }),
  refused: toast("error", "I can't reach this browser", {
    message: "Its push service is inside the network, or not on https. Mila's owner can allow it.",
  }),
};

export default function Push() {
  const { publicKey, apps, devices } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage
      heading="Notifications"
      subtitle="Reminders on your phone or computer, also while Mila is closed"
      back={{ to: notificationsPage, label: "Notification Settings" }}
      answer={answer}
    >
      <PushHere
        publicKey={publicKey}
        endpoints={devices.map(({ endpoint }) => endpoint)}
        apps={apps}
      />
      <DeviceList devices={devices} />
    </SettingsPage>
  );
}
