import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { channelFacts } from "#app/channels.ts";
import { isSetUp, textCountries } from "#app/config/channels.server.ts";
import { env } from "#app/config/env.server.ts";
import { listDeliveries } from "#app/domain/outbox/views/delivery-list.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import {
  notificationSettings,
  notificationSwitches,
  type ShownSettings,
} from "#app/domain/preferences/input.ts";
import {
  changesPhoneNumber,
  findNotificationSettings,
  saveNotificationSettings,
} from "#app/domain/preferences/notification-settings.server.ts";
import { viewWaitingNumber } from "#app/domain/preferences/phone-code/waiting-number.server.ts";
import { listChannels } from "#app/domain/preferences/channel-list.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { requireConfirmedForm } from "#app/server/confirmed.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { type FormOwner, giveBackForm } from "#app/server/sign-in/kept-form.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { useNotificationPermission } from "#app/ui/live/use-notification-permission.ts";
import { ChannelIcon } from "#app/ui/notifications/channel-icon.tsx";
import { DeliveryAlertNotes } from "#app/ui/notifications/delivery-alerts.tsx";
import { NotificationSettingsForm } from "#app/ui/notifications/notification-settings-form.tsx";
import { PhoneCode } from "#app/ui/notifications/phone-code.tsx";
import { ChannelList } from "#app/ui/notifications/channel-list.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { failureIn } from "#app/ui/saving/failure.ts";
import { database } from "#db/connection.server.ts";
import type { Channel } from "#db/schema.ts";
import { couldNotSaveSettings } from "../copy.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveSettings);

export const meta: MetaFunction = () => [{ title: "Notification Settings · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const db = database();
  const { saved, email } = await findNotificationSettings(db, viewer.userId);
  return {
    shown: await withTypedSettings(viewer, args.request, saved),
    channels: await listChannels(db, viewer.userId, { isSetUp, canPush: canPushTo(args.request) }),
    email,
    waiting: await viewWaitingNumber(db, viewer, isSetUp),
    deliveries: await listDeliveries(db, { messageTypes, isSetUp }, viewer),
    alerts: await findOwnAlerts(db, viewer, isSetUp),
  };
}

const settingFields = ["phoneNumber", ...notificationSwitches] as const;

export async function action(args: ActionFunctionArgs) {
  const viewer = await requireViewer(args, { keepFields: settingFields });
  const form = args.request.clone();
  const submission = await readForm(args.request, notificationSettings);
  if (submission.status !== "success") return data(submission.reply(), { status: 400 });
  if (await changesPhoneNumber(database(), viewer.userId, submission.value, textCountries))
    await requireConfirmedForm(viewer, form, settingFields);
  const refused = await saveNotificationSettings(database(), viewer.userId, submission.value, {
    textCountries,
    isSetUp,
  });
  if (refused) {
    return data(submission.reply({ fieldErrors: { phoneNumber: [refused.problem] } }), {
      status: 400,
    });
  }
  const { phoneNumber, smsEnabled, whatsappEnabled } = submission.value;
  const areTextsOff = !phoneNumber && (smsEnabled || whatsappEnabled);
  const message = areTextsOff
    ? "SMS and WhatsApp are off, because they need your phone number."
    : undefined;
  return redirectWithToast(
    "/preferences/notifications",
    toast("success", "Settings saved successfully!", { message }),
  );
}

/** Browsers allow push only over https and on their own machine. */
function canPushTo({ url }: Request): boolean {
  const { protocol, hostname } = new URL(env.APP_URL ?? url);
  return protocol === "https:" || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

export default function NotificationSettingsPage() {
  const { shown, channels, email, waiting, deliveries, alerts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage heading="Notification Settings" subtitle="How I reach you" answer={answer}>
      <DeliveryAlertNotes alerts={alerts} />
      {waiting && <PhoneCode waiting={waiting} />}
      <ChannelList channels={channels} />
      <NotificationSettingsForm
        saved={shown}
        isWaiting={waiting !== null}
        email={email}
        lastResult={failureIn(answer) ? undefined : answer}
      />
      <ThisDevice />
      <DeliveryList deliveries={deliveries} />
    </SettingsPage>
  );
}

interface DeliveryListProps {
  deliveries: {
    id: string;
    channel: Channel;
    what: string;
    dueAt: string;
    day: string;
    state: string;
    hasFailed: boolean;
  }[];
}

function DeliveryList({ deliveries }: DeliveryListProps) {
  return (
    <section className="settings-section" aria-labelledby="deliveries">
      <h2 id="deliveries" className="section-title">
        Messages
      </h2>
      {deliveries.length === 0 ? (
        <p className="empty">
          No messages yet. You&apos;ll see here what I sent and whether it arrived.
        </p>
      ) : (
        <ul className="task-list">
          {deliveries.map(({ id, channel, what, dueAt, day, state, hasFailed }) => (
            <li key={id} className="delivery">
              <ChannelIcon channel={channel} />
              <div className="min-w-0">
                <p className="line-clamp-2 font-semibold" dir="auto">
                  {what}
                </p>
                <p className="text-sm" data-failed={hasFailed || undefined}>
                  {state}
                </p>
                <p className="hint">
                  {channelFacts[channel].name}, <time dateTime={dueAt}>{day}</time>
                </p>
              </div>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

const texts = {
  default:
    "I can also show my reminders as this device's own notifications, while Mila is open in a tab.",
  granted:
    "On. My reminders also show as this device's own notifications, while Mila is open in a tab.",
  denied:
    "This browser blocks Mila's notifications. You can allow them in its settings for this site.",
};

/** Not on the page without JavaScript, because only a script can ask for the permission. */
function ThisDevice() {
  const { permission, ask } = useNotificationPermission();
  if (!permission) return null;
  return (
    <section className="settings-section" aria-labelledby="this-device">
      <h2 id="this-device" className="section-title">
        On this device
      </h2>
      <p role="status">{texts[permission]}</p>
      {permission === "default" && (
        <div className="button-row justify-start">
          <button type="button" className="button-secondary" onClick={ask}>
            Notify me on this device
          </button>
        </div>
      )}
    </section>
  );
}

async function withTypedSettings(
  viewer: FormOwner,
  request: Request,
  saved: ShownSettings,
): Promise<ShownSettings> {
  const typed = await giveBackForm(viewer, request);
  if (!typed) return saved;
  const shown = { ...saved, phoneNumber: typed.get("phoneNumber") ?? "" };
  for (const name of notificationSwitches) shown[name] = typed.get(name) === "on";
  return shown;
}
