import { configDefaults, defineConfig, defineProject } from "vitest/config";
import { noSettings } from "./support/product/no-settings.ts";
import { integrationTests } from "./support/runner/test-groups.ts";

const { product, domain } = integrationTests();

const everywhere = {
  setupFiles: ["tests/support/runner/setup.ts"],
  testTimeout: 60_000,
  hookTimeout: 60_000,
  expect: { poll: { timeout: 20_000 } },
  env: { ...noSettings, MILA_TIME_ZONE: "America/New_York", TEST_ONLY_CHEAP_PASSWORDS: "yes" },
};

export default defineConfig({
  test: {
    globalSetup: ["tests/support/runner/print-seed.ts"],
    // No test imports them, and every test may depend on them.
    forceRerunTriggers: [
      ...configDefaults.forceRerunTriggers,
      "**/migrations/**",
      "**/package-lock.json",
      "**/tests/support/**/*setup.ts",
    ],
    // The machines this runs on have two cores, and some tests start the whole product.
    maxWorkers: 2,
    projects: [
      defineProject({
        test: {
          ...everywhere,
          name: "unit",
          include: ["tests/unit/**/*.test.{ts,tsx}"],
          isolate: false,
        },
      }),
      // In the process of the test: what they load is loaded once for all of them.
      defineProject({
        test: {
          ...everywhere,
          name: "domain",
          include: domain,
          globalSetup: ["tests/support/records/template-setup.ts"],
          isolate: false,
        },
      }),
      defineProject({
        test: {
          ...everywhere,
          name: "product",
          include: product,
          testTimeout: 120_000,
          isolate: false,
          globalSetup: [
            "tests/support/product/global-setup.ts",
            "tests/support/records/template-setup.ts",
          ],
        },
      }),
    ],
  },
});
