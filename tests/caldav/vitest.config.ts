import { defineConfig } from "vitest/config";
import { noSettings } from "../support/product/no-settings.ts";

/** Real calendar programs: npm run test:caldav. */
export default defineConfig({
  test: {
    name: "caldav",
    include: ["tests/caldav/**/*.test.ts"],
    maxWorkers: 2,
    isolate: false,
    reporters: ["verbose"],
    setupFiles: ["tests/support/runner/setup.ts"],
    globalSetup: [
      "tests/support/runner/print-seed.ts",
      "tests/support/product/global-setup.ts",
      "tests/support/records/template-setup.ts",
    ],
    env: {
      ...noSettings,
      MILA_TIME_ZONE: "America/New_York",
      TEST_ONLY_CHEAP_PASSWORDS: "yes",
    },
    testTimeout: 180_000,
    hookTimeout: 180_000,
  },
});
