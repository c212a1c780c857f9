// The Vite configuration of the worker. From one file instead of 800 it starts with half the CPU.
import { defineConfig } from "vite";

/** Packages of so many files that finding them takes a third of a start. Bundled, they are one. */
export const manyFiles = [
  "kysely",
  "libphonenumber-js",
  "rrule-temporal",
  "temporal-polyfill",
  "temporal-utils",
  "uuid",
];

export default defineConfig({
  build: { ssr: "jobs/worker.ts", outDir: "build/worker", target: "node24", copyPublicDir: false },
  ssr: { noExternal: [...manyFiles, "zod"] },
});
