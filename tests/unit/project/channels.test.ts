import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

test("a channel is named in its own files, and once in each table of channels", () => {
  const others = globSync("{app,jobs,db,scripts}/**/*.{ts,tsx}").filter(
    (file) => !file.includes("ntfy"),
  );
  const naming = others.filter((file) => /ntfy/i.test(readFileSync(file, "utf8")));
  expect(naming.toSorted()).toEqual([
    "app/channels.ts",
    "app/config/channels.server.ts",
    "app/config/settings-schema.ts",
    "app/domain/core/rate-limits/rules.server.ts",
    "app/domain/instance/check-settings.ts",
    "app/domain/outbox/channels/user-channels.ts",
    // How long a text may be.
    "app/domain/outbox/rendering/notification.ts",
    "app/domain/outbox/sending/limits.server.ts",
    // Its topic is a secret.
    "app/domain/preferences/preferences.server.ts",
    // So are the links of its buttons.
    "app/domain/reminders/actions/act-on-reminder.server.ts",
    "app/domain/reminders/messages/reminder.server.ts",
    "app/routes.ts",
    "app/routes/preferences/notifications/paths.ts",
    // Its web app asks from another origin.
    "app/server/express/headers.ts",
    "app/server/express/origin-check.ts",
    "app/services/providers.server.ts",
    "app/services/shares.server.ts",
    "db/first-schema.ts",
    "db/tables/deliveries.ts",
    "db/tables/preferences.ts",
  ]);
});
