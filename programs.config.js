// The Vite configuration of the programs that `npm start` runs. From one file instead of 800 the worker starts with half
// the CPU, and Node's compiler for TypeScript costs each process 12 MB.
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
  build: {
    ssr: true,
    rollupOptions: {
      input: { server: "app/server.ts", worker: "jobs/worker.ts", supervisor: "scripts/start/supervisor.ts" },
    },
    outDir: "build/programs",
    target: "node24",
    copyPublicDir: false,
  },
  ssr: { noExternal: [...manyFiles, "zod"] },
});
