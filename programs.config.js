// The Vite configuration of the worker, the start and the commands; `remix.config.js` builds the
// server with its pages. From one file instead of 800 the worker starts with half the CPU, and
// Node's compiler for TypeScript costs each process 12 MB.
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

/**
 * V8 keeps each source as text: one character beyond Latin-1, and each of the others takes two
 * bytes. @type {import("vite").Plugin}
 */
export const writeAscii = {
  name: "write-ascii",
  generateBundle(_, bundle) {
    for (const chunk of Object.values(bundle))
      if (chunk.type === "chunk") chunk.code = toAscii(chunk.code);
  },
};

/**
 * Escapes mean the same in strings, templates and patterns, but not in a `String.raw` that isn't
 * made a pattern.
 * @param {string} code
 */
export function toAscii(code) {
  return code.replaceAll(
    /[^\0-\x7f]/g,
    (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

export default defineConfig({
  plugins: [writeAscii],
  build: {
    ssr: true,
    rollupOptions: {
      onwarn,
      // Its index loads drivers for other databases, too.
      treeshake: { moduleSideEffects: (id) => !id.includes("/node_modules/bullmq/") },
      input: {
        worker: "jobs/worker.ts",
        supervisor: "scripts/start/supervisor.ts",
        start: "scripts/start/main.ts",
        users: "scripts/commands/users.ts",
        backup: "scripts/commands/backup.ts",
        restore: "scripts/commands/restore.ts",
        move: "scripts/commands/move.ts",
      },
    },
    outDir: "build/programs",
    target: "node24",
    copyPublicDir: false,
  },
  ssr: { noExternal: manyFiles },
});
