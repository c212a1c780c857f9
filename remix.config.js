// The Vite configuration: Remix reads it by `remix vite:build -c remix.config.js`.
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";
import { oldestBrowsers } from "./browsers.config.js";
import { manyFiles, onwarn, writeAscii } from "./programs.config.js";

/**
 * The protocol of assistants, with all that its server loads. Its package also brings a client, and
 * servers that nobody here needs, so an installation to run Mila does without it.
 */
const assistants = [
  /^@modelcontextprotocol\//,
  /^(ajv(-formats)?|content-type)$/,
  /^fast-(deep-equal|uri)$/,
  /^json-schema-traverse$/,
];

/** Reads what clients of CalDAV ask. */
const xml = ["saxes", "xmlchars"];

const framework =
  /node_modules\/(react|react-dom|react-router|react-router-dom|scheduler|@remix-run|turbo-stream)\//;
const forms =
  /node_modules\/(zod|@conform-to)\/|\/(kit\/use-zod-form|kit\/password-field|accounts\/((factors|profile)\/)?(account-)?input|core\/zod)\.tsx?$/;
const passkeys = /node_modules\/@simplewebauthn\/|\/app\/ui\/auth\/passkeys\.ts$/;
const signIn = /\/app\/(ui\/auth\/|routes\/auth\/sign-in\.tsx)/;
const everyPage =
  /\/app\/ui\/(icons|kit|live|navigation|saving|shell|shortcuts|unsaved)\/|\/app\/ui\/remix-internals\.ts$|\/offline\/(badge|kept-store|remind-tonight|service-worker|waiting-action)\.ts$|\/(dashboard-skeleton|welcome-card|category-icon)\.tsx$|\/domain\/(core|tasks\/offline)\/limits\.ts$/;

/** The dashboard loads them ahead (`preloaded-pages.ts`). */
const cardPages = /\/app\/routes\/tasks\/(confirm|reminders\/reminders)\.tsx$/;
const auth = /\/app\/routes\/auth\//;
const dashboard = /\/app\/routes\/dashboard\/(layout|dashboard)\.tsx$/;

/**
 * A phone far from home waits for each file rather than for its length: what every page loads is in
 * two files, apart from what forms need and from what listens once somebody speaks. What else the
 * dashboard loads is in one.
 * @param {string} id of a module; the build's own helpers begin with a zero
 * @param {import("rollup").ManualChunkMeta} graph
 */
function chunkOf(id, graph) {
  if (id.startsWith("\0") || framework.test(id)) return "framework";
  if (forms.test(id)) return "forms";
  if (id.endsWith("/voice/listening.ts")) return "listening";
  if (passkeys.test(id)) return "passkeys";
  if (signIn.test(id)) return "sign-in";
  if (everyPage.test(id)) return "every-page";
  if (!id.includes("/app/")) return undefined;
  if (isLoadedBy(dashboard, id, graph)) return "tasks";
  return isLoadedBy(cardPages, id, graph) && !isLoadedBy(auth, id, graph)
    ? "card-pages"
    : undefined;
}

/**
 * @param {RegExp} pages
 * @param {string} id
 * @param {import("rollup").ManualChunkMeta} graph
 */
function isLoadedBy(pages, id, { getModuleInfo }, seen = new Set()) {
  if (pages.test(id)) return true;
  if (seen.has(id)) return false;
  seen.add(id);
  return (getModuleInfo(id)?.importers ?? []).some((importer) =>
    isLoadedBy(pages, importer, { getModuleInfo }, seen),
  );
}

/**
 * Builds the server with the pages: in a build of its own it would bring a second copy of all that
 * both use. @type {import("vite").Plugin}
 */
const withServer = {
  name: "with-server",
  config: (_, { isSsrBuild }) => {
    if (!isSsrBuild) return undefined;
    const input = { index: "virtual:remix/server-build", server: "app/server.ts" };
    return { build: { rollupOptions: { input, output: { entryFileNames: "[name].js" } } } };
  },
};

/**
 * Pages describe no schemas: zod's makers of JSON Schema would be an eighth of what forms load.
 * @type {import("vite").Plugin}
 */
const withoutJsonSchema = {
  name: "without-json-schema",
  transform(code, id) {
    if (!id.endsWith("/zod/v4/classic/schemas.js")) return undefined;
    return code
      .replaceAll(/inst\._zod\.processJSONSchema = .*/g, "")
      .replaceAll(/create\w*JSONSchemaMethod\(this, [^)]*\)/g, "undefined");
  },
};

export default defineConfig(({ isSsrBuild }) => ({
  plugins: [
    tailwindcss(),
    remix({
      future: {
        v3_fetcherPersist: true,
        // Every card's buttons have URLs of their own, and each new one would be asked about before
        // it is sent. The page brings all routes (in React Router 7: routeDiscovery, "initial").
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
    withServer,
    isSsrBuild ? writeAscii : withoutJsonSchema,
  ],
  ssr: { noExternal: [...manyFiles, ...assistants, ...xml] },
  // Remix resolves server imports as the browser's. With discovery, Vite would bundle them and
  // reload the page.
  optimizeDeps: {
    noDiscovery: true,
    include: ["@conform-to/react", "@conform-to/zod/v4", "zod"],
  },
  build: {
    sourcemap: false,
    // The content security policy has no data: addresses.
    assetsInlineLimit: 0,
    target: isSsrBuild ? "es2022" : oldestBrowsers,
    // Writes `light-dark()` as older browsers understand it, in both builds alike: pages link to
    // the file by its hash.
    cssTarget: oldestBrowsers,
    // Tailwind brings Lightning CSS.
    cssMinify: "lightningcss",
    rollupOptions: {
      onwarn,
      // Rollup would read a thousand files at once, and some systems let a process open 1,024.
      maxParallelFileOps: 100,
      output: isSsrBuild ? {} : { experimentalMinChunkSize: 24_000, manualChunks: chunkOf },
    },
  },
  server: { hmr: { port: 24678 } },
}));
