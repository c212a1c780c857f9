// The Vite configuration of the worker and the supervisor; `remix.config.js` builds the server with its pages. From one
// file instead of 800 the worker starts with half the CPU, and Node's compiler for TypeScript costs each process 12 MB.
import { defineConfig } from "vite";

/** Packages of so many files that finding them takes a third of a start. Bundled, they are one. */
export const manyFiles = [
  "kysely",
  "libphonenumber-js",
  "rrule-temporal",
  "temporal-polyfill",
  "temporal-utils",
  "uuid",
  "zod",
  /@conform-to/,
  "bullmq",
];

/**
 * zod's own comments make each build print warnings that nobody here can mend.
 * @param {import("rollup").RollupLog} warning
 * @param {(warning: import("rollup").RollupLog) => void} print
 */
export function onwarn(warning, print) {
  if (warning.code !== "INVALID_ANNOTATION") print(warning);
}

export default defineConfig({
  build: {
    ssr: true,
    rollupOptions: {
      onwarn,
      // Its index loads drivers for other databases, too.
      treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/bullmq/") },
      input: { worker: "jobs/worker.ts", supervisor: "scripts/start/supervisor.ts" },
    },
    outDir: "build/programs",
    target: "node24",
    copyPublicDir: false,
  },
  ssr: { noExternal: manyFiles },
});
