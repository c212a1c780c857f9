// In the image's build stage, after the build: removes what never runs in it. Tried by npm run image:test.
import { globSync, rmSync } from "node:fs";
import { arch } from "node:process";

/** The pages are in the build; this folder has done its work. */
const builtFrom = "app/{client,components,routes,styles,web} app/*.{tsx,css} app/routes.ts app/remix.d.ts public";
const buildOnly = "remix.config.js tsconfig.json package-lock.json .npmrc scripts/image";
/** The image has its own Node; Remix names a compiler that it does without. */
const packages = "node_modules/{node-linux-*,typescript,.bin,.package-lock.json}";
/** Types, maps, words and sources: Node loads no TypeScript from a package, and every native part comes built. */
const endings = "{map,ts,mts,cts,md,markdown,c,cc,cpp,h,gyp,gypi,flow}";

remove(...`${builtFrom} ${buildOnly} ${packages}`.split(" "));
remove(`node_modules/**/*.${endings}`);
remove(...globSync("node_modules/**/*.node").filter((file) => !isForHere(file)));

function remove(...patterns: string[]): void {
  for (const file of globSync(patterns)) rmSync(file, { recursive: true, force: true });
}

/** Of the builds that packages bring for every system, the one of the image: Debian on this processor. */
function isForHere(file: string): boolean {
  return file.includes("linux") && file.includes(arch) && !file.includes("musl");
}
