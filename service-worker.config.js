// The Vite configuration of the service worker. It needs the built pages: it lists the files that
// those work with offline.
import { createHash } from "node:crypto";
import { globSync, readFileSync } from "node:fs";
import { defineConfig } from "vite";
import { oldestBrowsers } from "./browsers.config.js";

const client = "build/client";
const offlinePages = [
  "root",
  "routes/dashboard/layout",
  "routes/dashboard/dashboard",
  "routes/family/dashboard",
];
// Remix reloads the page if it cannot load the script of a link or a button.
const offlineLinks = [
  "routes/tasks/date/date",
  "routes/tasks/complete",
  "routes/tasks/reopen",
  "routes/auth/sign-out/action",
];

/** @returns {string[]} addresses of what the pages load that open without a connection */
function findAssets() {
  const files = globSync(
    `${client}/assets/{manifest-*.js,styles-*.css,icons-*.svg,nunito-latin-wght-*.woff2}`,
  );
  const manifest = files.find((file) => file.endsWith(".js")) ?? "";
  const { entry, routes } = JSON.parse(readFileSync(manifest, "utf8").replace(/^[^{]+|;\s*$/g, ""));
  const parts = [entry, ...[...offlinePages, ...offlineLinks].map((id) => routes[id])];
  const modules = parts.flatMap(({ module, imports }) => [module, ...imports]);
  return [...new Set([...modules, ...files.map((file) => file.slice(client.length))])].toSorted();
}

export default defineConfig(() => {
  const assets = findAssets();
  const version = createHash("sha256").update(assets.join()).digest("hex").slice(0, 12);
  return {
    define: { builtAssets: JSON.stringify(assets), builtVersion: JSON.stringify(version) },
    build: {
      outDir: client,
      emptyOutDir: false,
      copyPublicDir: false,
      target: oldestBrowsers,
      lib: {
        entry: "app/service-worker/index.ts",
        formats: ["iife"],
        name: "mila",
        fileName: () => "service-worker.js",
      },
    },
  };
});
