import { giveBackForm } from "#app/web/sign-in/kept-form.server.ts";
import type { NotificationSettings } from "#app/domain/preferences/input.ts";

const switches = [
  "smsEnabled",
  "whatsappEnabled",
  "emailEnabled",
  "otherWayEnabled",
  "nextWayEnabled",
  "nagEnabled",
] as const;

type Shown = Record<(typeof switches)[number], boolean> & { phoneNumber: string };

/** The page with this input in its form, to return to. */
export function notificationsPathWith(input: NotificationSettings): string {
  const fields = new URLSearchParams({ phoneNumber: input.phoneNumber ?? "" });
  for (const name of switches) if (input[name]) fields.set(name, "on");
  return `/preferences/notifications?${fields}`;
}

export const settingFields = ["phoneNumber", ...switches] as const;

export async function withTypedSettings(
  { userId }: { userId: string },
  request: Request,
  saved: Shown,
): Promise<Shown> {
  const typed = (await giveBackForm(userId, request)) ?? new URL(request.url).searchParams;
  const phoneNumber = typed.get("phoneNumber");
  if (phoneNumber === null) return saved;
  const isOn = (name: (typeof switches)[number]) => typed.get(name) === "on";
  return {
    phoneNumber,
    smsEnabled: isOn("smsEnabled"),
    whatsappEnabled: isOn("whatsappEnabled"),
    emailEnabled: isOn("emailEnabled"),
    otherWayEnabled: isOn("otherWayEnabled"),
    nextWayEnabled: isOn("nextWayEnabled"),
    nagEnabled: isOn("nagEnabled"),
  };
}
