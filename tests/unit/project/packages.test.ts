import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { z } from "zod";

const names = z.record(z.string(), z.string()).default({});
const { devDependencies } = z
  .object({ devDependencies: names })
  .parse(JSON.parse(readFileSync("package.json", "utf8")));

const product = globSync("{app,db,jobs,migrations,scripts}/**/*.{ts,tsx,css}", {
  exclude: ["scripts/{attack,dev,image,test}/**"],
});
/** Bundled by the build, or loaded only by `npm run dev`. */
const withoutRunning: Record<string, string> = {
  "app/routes.ts": "@remix-run/route-config",
  "app/root.tsx": "@fontsource-variable/nunito",
  "app/styles.css": "tailwindcss",
  "app/server.ts": "vite",
  "app/config/log.server.ts": "pino-pretty",
  "app/doors/mcp/serve.server.ts": "@modelcontextprotocol/sdk",
  "app/doors/dav/read-xml.ts": "saxes",
};

test("nothing that runs needs a package that only building and testing install", () => {
  const needed = product.flatMap((file) =>
    packagesIn(readFileSync(file, "utf8"))
      .filter((name) => name in devDependencies && name !== withoutRunning[file])
      .map((name) => `${file}: ${name}`),
  );
  expect(needed).toEqual([]);
});

function packagesIn(text: string): string[] {
  const found = text.matchAll(
    /(?:\bfrom|\bimport|@import|@plugin)\s*\(?\s*"((?:@[\w-]+\/)?[\w][\w.-]*)/g,
  );
  return [...found].map(([, name = ""]) => name);
}
