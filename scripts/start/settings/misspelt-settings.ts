import { settingsSchema } from "#app/config/settings-schema.ts";
import { isOneSlip } from "#app/domain/core/one-slip.ts";

/** Shorter names of other programs' variables are too often one letter from one of Mila's. */
const minLength = 6;

/** A line for each variable whose name is one slip away from a setting's. */
export function listMisspeltSettings(source: Record<string, string | undefined>): string[] {
  const settings = Object.keys(settingsSchema.shape);
  return Object.keys(source).flatMap((name) => {
    if (name.length < minLength || settings.includes(name) || !source[name]?.trim()) return [];
    const meant = settings.find((setting) => !source[setting]?.trim() && isOneSlip(name, setting));
    return meant ? [`${name} is not a setting. Did you mean ${meant}?`] : [];
  });
}
