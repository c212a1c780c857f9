// node scripts/dev/icons.ts: draws app/ui/icons/icons.svg from Lucide's data, which npm fetches for
// this only.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { iconNames } from "#app/ui/icons/icon-names.ts";

const source = "lucide-react@1.75.0";
const folder = "app/ui/icons";

const temporary = mkdtempSync(join(tmpdir(), "mila-icons-"));
try {
  run("npm", "pack", source, "--silent", "--pack-destination", temporary);
  run("tar", "-xzf", join(temporary, `${source.replace("@", "-")}.tgz`), "-C", temporary);
  const lucide = join(temporary, "package");
  copyFileSync(join(lucide, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "icons.svg"), sprite(iconNames.map((name) => symbol(lucide, name))));
} finally {
  rmSync(temporary, { recursive: true });
}

type Shape = [tag: string, attributes: Record<string, string>];

function symbol(lucide: string, name: string): string {
  const text = readFileSync(join(lucide, "dist/esm/icons", `${name}.mjs`), "utf8");
  const [, data] = /const __iconData = (\{[\s\S]*?\n\});/.exec(text) ?? [];
  if (!data) throw new Error(`${source} has no drawing of ${name}`);
  const { node } = runInNewContext(`(${data})`) as { node: Shape[] };
  return `<symbol id="${name}" viewBox="0 0 24 24">${node.map(element).join("")}</symbol>`;
}

function element([tag, attributes]: Shape): string {
  const drawn = Object.entries(attributes).filter(([name]) => name !== "key");
  const written = drawn.map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join("")}/>`;
}

function sprite(symbols: string[]): string {
  const comment = "<!-- Lucide icons (ISC license, see LICENSE), drawn by scripts/dev/icons.ts -->";
  return ['<svg xmlns="http://www.w3.org/2000/svg">', comment, ...symbols, "</svg>", ""].join("\n");
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
