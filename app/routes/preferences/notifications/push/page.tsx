import type { ActionFunctionArgs, LoaderFunctionArgs, MetaFunction } from "@remix-run/node";
import { useActionData, useLoaderData, Form } from "@remix-run/react";
import { channelsOf } from "#app/channels.ts";
import { isSetUp } from "#app/config/channels.server.ts";
import { env } from "#app/config/env.server.ts";
import { describeDevice } from "#app/domain/accounts/sessions/device.ts";
import { readPushKeys } from "#app/domain/instance/keys/push-keys.server.ts";
import { addPushDevice, listPushDevices } from "#app/domain/preferences/push/devices.server.ts";
import { pushSubscription, maxDeviceName } from "#app/domain/preferences/push/input.ts";
import { couldNotSaveSettings } from "#app/routes/preferences/copy.ts";
import { requireForm } from "#app/server/form.server.ts";
import { encryptionKey } from "#app/server/instance.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { PushHere } from "#app/ui/notifications/push/push-here.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { ConfirmedButton } from "#app/ui/shell/confirmed-button.tsx";
import { database } from "#db/connection.server.ts";
import { notificationsPage, pushPage } from "../paths.ts";

const page = "/preferences/notifications/push";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveSettings);

export const meta: MetaFunction = () => [{ title: "Notifications · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const { publicKey } = await readPushKeys(database(), encryptionKey);
  const apps = channelsOf("notification").filter((app) => isSetUp(app));
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

interface Device {
  id: string;
  name: string;
  addedOn: string;
}

function DeviceList({ devices }: { devices: Device[] }) {
  if (devices.length === 0) return null;
  return (
    <section className="settings-section" aria-labelledby="devices">
      <h2 id="devices" className="section-title">
        Your devices
      </h2>
      <ul className="rows">
        {devices.map((device) => (
          <DeviceRow key={device.id} {...device} />
        ))}
      </ul>
      <div className="button-row justify-start">
        <Form method="post" action="/preferences/notifications/test" preventScrollReset>
          <input type="hidden" name="from" value="notifications/push" />
          <button type="submit" name="channel" value="push" className="button-secondary">
            Send a test
          </button>
        </Form>
        <ConfirmedButton
          label="Turn off everywhere"
          question="No device shows my notifications until you turn them on again."
          action={`${page}/off`}
          confirmLabel="Turn off"
        />
      </div>
    </section>
  );
}

function DeviceRow({ id, name, addedOn }: Device) {
  return (
    <li className="row">
      <h3 className="row-name">{name}</h3>
      <p className="row-facts">
        <span>Since {addedOn}</span>
      </p>
      <div className="row-actions">
        <details className="confirmed">
          <summary className="row-button">
            Rename<span className="sr-only"> {name}</span>
          </summary>
          <Form
            method="post"
            action={`${page}/${id}/rename`}
            preventScrollReset
            className="confirmed-panel"
          >
            <label htmlFor={`name-${id}`}>Name</label>
            <input
              type="text"
              id={`name-${id}`}
              name="name"
              className="input"
              key={name}
              defaultValue={name}
              maxLength={maxDeviceName}
              autoComplete="off"
              required
            />
            <button type="submit" className="button-secondary">
              Save<span className="sr-only"> the name of {name}</span>
            </button>
          </Form>
        </details>
        <Form method="post" action={`${page}/${id}/remove`} preventScrollReset>
          <button type="submit" className="row-button">
            Remove<span className="sr-only"> {name}</span>
          </button>
        </Form>
      </div>
    </li>
  );
}
