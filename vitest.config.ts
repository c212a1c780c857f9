import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    include: ["tests/{unit,integration}/**/*.test.{ts,tsx}"],
    setupFiles: ["tests/support/setup.ts"],
    globalSetup: ["tests/support/global-setup.ts"],
    testTimeout: 60_000,
    hookTimeout: 60_000,
    // The machines this runs on have two cores, and some tests start the whole product.
    maxWorkers: 2,
  },
});
