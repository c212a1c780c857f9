import { type FormOwner, giveBackForm } from "#app/server/sign-in/kept-form.server.ts";
import { notificationSwitches, type ShownSettings } from "#app/domain/preferences/input.ts";

export const settingFields = ["phoneNumber", ...notificationSwitches] as const;

export async function withTypedSettings(
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
