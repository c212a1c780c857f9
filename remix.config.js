// The Vite configuration: Remix reads it by `remix vite:build -c remix.config.js`.
import { vitePlugin as remix } from "@remix-run/dev";
import tailwindcss from "@tailwindcss/vite";
import { defineConfig } from "vite";

export default defineConfig({
  plugins: [
    tailwindcss(),
    remix({
      future: {
        v3_fetcherPersist: true,
        // Every card's buttons have URLs of their own, and each new one would be asked about before it is sent. The
        // page brings all routes (in React Router 7: routeDiscovery, "initial").
        v3_lazyRouteDiscovery: false,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  // 51 MB of icons, of which the build keeps the few that are used.
  ssr: { noExternal: ["lucide-react"] },
  optimizeDeps: {
    // Finds the browser's dependencies before the first page: Vite would reload it while it hydrates.
    entries: ["app/entry.client.tsx", "app/{client,components}/**/*.{ts,tsx}"],
    // Its build for browsers is not installed, and no page needs it.
    exclude: ["@node-rs/argon2"],
  },
  build: {
    sourcemap: false,
    target: "es2022",
    rollupOptions: {
      // Rollup would read a thousand files at once, and some systems let a process open 1,024.
      maxParallelFileOps: 100,
      // A phone far from home waits for each file rather than for its length: the dashboard would begin with 32 of them.
      output: {
        experimentalMinChunkSize: 10_000,
        // Or they are merged with what every page loads: what forms need, and what listens once somebody speaks.
        manualChunks(id) {
          if (id.includes("/node_modules/zod/")) return "zod";
          return id.endsWith("/voice/listening.ts") ? "listening" : undefined;
        },
        onlyExplicitManualChunks: true,
      },
    },
  },
  server: { hmr: { port: 24678 } },
});
