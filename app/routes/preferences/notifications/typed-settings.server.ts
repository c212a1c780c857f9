import { giveBackForm } from "#app/web/sign-in/kept-form.server.ts";
import { type NotificationSettings, notificationSwitches, type ShownSettings } from "#app/domain/preferences/input.ts";

/** The page with this input in its form, to return to. */
export function notificationsPathWith(input: NotificationSettings): string {
  const fields = new URLSearchParams({ phoneNumber: input.phoneNumber ?? "" });
  for (const name of notificationSwitches) if (input[name]) fields.set(name, "on");
  return `/preferences/notifications?${fields}`;
}

export const settingFields = ["phoneNumber", ...notificationSwitches] as const;

export async function withTypedSettings(
  { userId }: { userId: string },
  request: Request,
  saved: ShownSettings,
): Promise<ShownSettings> {
  const typed = (await giveBackForm(userId, request)) ?? new URL(request.url).searchParams;
  const phoneNumber = typed.get("phoneNumber");
  if (phoneNumber === null) return saved;
  const shown = { ...saved, phoneNumber };
  for (const name of notificationSwitches) shown[name] = typed.get(name) === "on";
  return shown;
}
