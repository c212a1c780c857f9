// Removes what the image never uses, in its build stage.
import { globSync, rmSync } from "node:fs";
import { arch } from "node:process";

const builtFrom =
  "app/{client,components,routes,service-worker,styles,web} app/*.{tsx,css} app/routes.ts app/remix.d.ts public";
const buildOnly =
  "remix.config.js programs.config.js browsers.config.js service-worker.config.js tsconfig.json package-lock.json .npmrc";
const packages = "node_modules/{node-linux-*,.bin,.package-lock.json}";
/** Node loads no TypeScript from packages, and native modules come prebuilt. */
const extensions = "{map,ts,mts,cts,md,markdown,c,cc,cpp,h,gyp,gypi,flow}";

remove(...`${builtFrom} ${buildOnly} ${packages}`.split(" "));
remove(`node_modules/**/*.${extensions}`);
remove(...globSync("node_modules/**/*.node").filter((file) => !isForThisPlatform(file)));

function remove(...patterns: string[]): void {
  for (const file of globSync(patterns)) rmSync(file, { recursive: true, force: true });
}

/** Packages ship builds for every system; the image runs Debian on this processor. */
function isForThisPlatform(file: string): boolean {
  return file.includes("linux") && file.includes(arch) && !file.includes("musl");
}
