// node scripts/dev/icons.ts: draws app/ui/icons/icons.svg and card-icons.svg from Lucide's data, which
// npm fetches for this only.
import { spawnSync } from "node:child_process";
import { copyFileSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { runInNewContext } from "node:vm";
import { cardIconNames, iconNames } from "#app/ui/icons/icon-names.ts";

const source = "lucide-react@1.75.0";
const folder = "app/ui/icons";
const comment = "<!-- Lucide icons (ISC license, see LICENSE), drawn by scripts/dev/icons.ts -->";

const temporary = mkdtempSync(join(tmpdir(), "mila-icons-"));
try {
  run("npm", "pack", source, "--silent", "--pack-destination", temporary);
  run("tar", "-xzf", join(temporary, `${source.replace("@", "-")}.tgz`), "-C", temporary);
  const lucide = join(temporary, "package");
  copyFileSync(join(lucide, "LICENSE"), join(folder, "LICENSE"));
  writeFileSync(join(folder, "icons.svg"), sprite(iconNames.map((name) => symbol(lucide, name))));
  writeFileSync(
    join(folder, "card-icons.svg"),
    strip(cardIconNames.map((name) => shapes(lucide, name))),
  );
} finally {
  rmSync(temporary, { recursive: true });
}

type Shape = [tag: string, attributes: Record<string, string>];

function symbol(lucide: string, name: string): string {
  return `<symbol id="${name}" viewBox="0 0 24 24">${shapes(lucide, name)}</symbol>`;
}

function shapes(lucide: string, name: string): string {
  const text = readFileSync(join(lucide, "dist/esm/icons", `${name}.mjs`), "utf8");
  const [, data] = /const __iconData = (\{[\s\S]*?\n\});/.exec(text) ?? [];
  if (!data) throw new Error(`${source} has no drawing of ${name}`);
  const { node } = runInNewContext(`(${data})`) as { node: Shape[] };
  return node.map(element).join("");
}

function element([tag, attributes]: Shape): string {
  const drawn = Object.entries(attributes).filter(([name]) => name !== "key");
  const written = drawn.map(([name, value]) => ` ${name}="${value}"`);
  return `<${tag}${written.join("")}/>`;
}

function sprite(symbols: string[]): string {
  return ['<svg xmlns="http://www.w3.org/2000/svg">', comment, ...symbols, "</svg>", ""].join("\n");
}

/** Draws them side by side, as masks for CSS. A mask takes its color from its element. */
function strip(icons: string[]): string {
  const size = `width="${24 * icons.length}" height="24" viewBox="0 0 ${24 * icons.length} 24"`;
  const pen =
    'fill="none" stroke="#000" stroke-width="2" stroke-linecap="round" stroke-linejoin="round"';
  const drawn = icons.map((icon, index) => `<g transform="translate(${24 * index})">${icon}</g>`);
  return [
    `<svg xmlns="http://www.w3.org/2000/svg" ${size} ${pen}>`,
    comment,
    ...drawn,
    "</svg>",
    "",
  ].join("\n");
}

function run(command: string, ...args: string[]): void {
  const { status } = spawnSync(command, args, { stdio: ["ignore", "ignore", "inherit"] });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} failed`);
}
