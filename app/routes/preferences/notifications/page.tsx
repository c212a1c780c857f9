import {
  type ActionFunctionArgs,
  data,
  type LoaderFunctionArgs,
  type MetaFunction,
} from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import {
  changesPhoneNumber,
  findNotificationSettings,
  saveNotificationSettings,
} from "#app/domain/preferences/notification-settings.server.ts";
import { createClientAction } from "#app/ui/saving/client-action.ts";
import { DeliveryList } from "#app/ui/notifications/delivery-list.tsx";
import { failureIn } from "#app/ui/saving/failure.ts";
import { NotificationSettingsForm } from "#app/ui/notifications/notification-settings-form.tsx";
import { PhoneCode } from "#app/ui/notifications/phone-code.tsx";
import { SettingsPage } from "#app/ui/preferences/settings-page.tsx";
import { Ways } from "#app/ui/notifications/ways.tsx";
import { ThisDevice } from "#app/ui/notifications/this-device.tsx";
import { DeliveryAlertNotes } from "#app/ui/notifications/delivery-alerts.tsx";
import { listDeliveries } from "#app/domain/outbox/views/delivery-list.server.ts";
import { findOwnAlerts } from "#app/domain/pages/delivery-alerts.server.ts";
import { messageTypes } from "#app/domain/wiring/product.server.ts";
import { listWays } from "#app/domain/preferences/ways.server.ts";
import { notificationSettings } from "#app/domain/preferences/input.ts";
import { viewWaitingNumber } from "#app/domain/preferences/phone-code/waiting-number.server.ts";
import { env } from "#app/config/env.server.ts";
import { isSetUp, textCountries } from "#app/config/channels.server.ts";
import { requireConfirmedForm } from "#app/server/confirmed.server.ts";
import { readForm } from "#app/server/form.server.ts";
import { requireViewer } from "#app/server/session.server.ts";
import { redirectWithToast, toast } from "#app/server/toast.server.ts";
import { database } from "#db/connection.server.ts";
import { couldNotSaveSettings } from "../copy.ts";
import { settingFields, withTypedSettings } from "./typed-settings.server.ts";

export { shouldRevalidate } from "#app/ui/navigation/should-revalidate.ts";

export const clientAction = createClientAction(couldNotSaveSettings);

export const meta: MetaFunction = () => [{ title: "Notification Settings · Mila" }];

export async function loader(args: LoaderFunctionArgs) {
  const viewer = await requireViewer(args);
  const db = database();
  const { saved, email } = await findNotificationSettings(db, viewer.userId);
  return {
    shown: await withTypedSettings(viewer, args.request, saved),
    ways: await listWays(db, viewer.userId, { isSetUp, canPush: canPushTo(args.request) }),
    email,
    waiting: await viewWaitingNumber(db, viewer, isSetUp),
    deliveries: await listDeliveries(db, { messageTypes, isSetUp }, viewer),
    alerts: await findOwnAlerts(db, viewer, isSetUp),
  };
}

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

/** Browsers push only to https and their own machine. */
function canPushTo({ url }: Request): boolean {
  const { protocol, hostname } = new URL(env.APP_URL ?? url);
  return protocol === "https:" || /^(localhost|127\.0\.0\.1|\[::1\])$/.test(hostname);
}

export default function NotificationSettingsPage() {
  const { shown, ways, email, waiting, deliveries, alerts } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <SettingsPage heading="Notification Settings" subtitle="How I reach you" answer={answer}>
      <DeliveryAlertNotes alerts={alerts} />
      {waiting && <PhoneCode waiting={waiting} />}
      <Ways ways={ways} />
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
