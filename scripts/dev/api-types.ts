// node scripts/dev/api-types.ts: writes the types with which the tests call /api/v1, after a change
// of its description. npm fetches their generator for this only. With "release", it also keeps the
// description, whose parts are then promised.
import { spawnSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import {
  describedAsText,
  releasedFile,
  typesFile,
  typesHeader,
} from "#tests/support/api/generate.ts";

const packages = ["openapi-typescript@7.13.0", "typescript@5.9.3"];

const temporary = mkdtempSync(join(tmpdir(), "mila-api-"));
try {
  const [description, types] = ["openapi.json", "types.ts"].map((name) => join(temporary, name));
  writeFileSync(description!, describedAsText());
  const options = packages.map((name) => `--package=${name}`);
  const args = ["exec", "--yes", ...options, "--", "openapi-typescript", description!];
  const { status } = spawnSync("npm", [...args, "-o", types!], { stdio: "inherit" });
  if (status !== 0) throw new Error("The types were not generated");
  writeFileSync(typesFile, `${typesHeader()}\n${readFileSync(types!, "utf8")}`);
  if (process.argv.includes("release")) writeFileSync(releasedFile, describedAsText());
} finally {
  rmSync(temporary, { recursive: true });
}
