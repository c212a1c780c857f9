import { settingsSchema } from "#app/config/settings-schema.ts";

const ownNames = new Set(["NODE_ENV", "DATA_DIR"]);

/**
 * Hides the machine's own providers, address and Redis from tests: empty settings also keep out
 * those in `.env`.
 */
export const noSettings: Record<string, string> = {
  ...Object.fromEntries(
    Object.keys(settingsSchema.shape).flatMap((name) => (ownNames.has(name) ? [] : [[name, ""]])),
  ),
  // Without this setting, Mila uses the public server.
  NTFY_URL: "off",
};
