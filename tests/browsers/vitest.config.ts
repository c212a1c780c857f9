import { defineConfig, defineProject } from "vitest/config";
import { noSettings } from "../support/product/no-settings.ts";

const project = (name: "firefox" | "webkit" | "together", include: string) =>
  defineProject({
    test: {
      name,
      include: [include],
      setupFiles: ["tests/support/runner/setup.ts"],
      globalSetup: [
        "tests/support/product/global-setup.ts",
        "tests/support/records/template-setup.ts",
      ],
      env: {
        ...noSettings,
        MILA_TIME_ZONE: "America/New_York",
        TEST_ONLY_CHEAP_PASSWORDS: "yes",
        BROWSER: name,
      },
      testTimeout: 180_000,
      hookTimeout: 180_000,
      isolate: false,
    },
  });

/** Each journey in each browser: npm run test:browsers. */
export default defineConfig({
  test: {
    maxWorkers: 2,
    projects: [
      project("firefox", "tests/browsers/journeys/**/*.test.ts"),
      project("webkit", "tests/browsers/journeys/**/*.test.ts"),
      project("together", "tests/browsers/together/*.test.ts"),
    ],
  },
});
