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
        v3_lazyRouteDiscovery: true,
        v3_relativeSplatPath: true,
        v3_routeConfig: true,
        v3_singleFetch: true,
        v3_throwAbortReason: true,
      },
    }),
  ],
  // 51 MB of icons, of which the build keeps the few that are used.
  ssr: { noExternal: ["lucide-react"] },
  build: { sourcemap: false, target: "es2022" },
  server: { hmr: { port: 24678 } },
});
