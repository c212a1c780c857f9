// In the image's build stage: removes what never runs there.
import { globSync, rmSync } from "node:fs";
import { arch } from "node:process";

const builtFrom = "app/{client,components,routes,styles,web} app/*.{tsx,css} app/routes.ts app/remix.d.ts public";
const buildOnly = "remix.config.js tsconfig.json package-lock.json .npmrc scripts/image";
/** The image has its own Node, and never compiles. */
const packages = "node_modules/{node-linux-*,typescript,.bin,.package-lock.json}";
/** Node loads no TypeScript from packages, and every native part comes built. */
const endings = "{map,ts,mts,cts,md,markdown,c,cc,cpp,h,gyp,gypi,flow}";

remove(...`${builtFrom} ${buildOnly} ${packages}`.split(" "));
remove(`node_modules/**/*.${endings}`);
remove(...globSync("node_modules/**/*.node").filter((file) => !isForHere(file)));

function remove(...patterns: string[]): void {
  for (const file of globSync(patterns)) rmSync(file, { recursive: true, force: true });
}

/** Packages bring builds for every system; the image runs Debian on this processor. */
function isForHere(file: string): boolean {
  return file.includes("linux") && file.includes(arch) && !file.includes("musl");
}
