import { execFile } from "node:child_process";
import { mkdtempSync, rmSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import type { Mila } from "../../support/product/mila.ts";
import { median } from "../median.ts";

const rounds = 3;

/** `npm run backup` while Mila runs: the median of three. */
export async function backupFigures({ dataFolder }: Mila): Promise<Record<string, number>> {
  const folder = mkdtempSync(join(tmpdir(), "mila-bench-"));
  const file = join(folder, "backup.db");
  const seconds: number[] = [];
  try {
    for (let round = 0; round < rounds; round += 1) {
      rmSync(file, { force: true });
      const startedAt = performance.now();
      await promisify(execFile)(process.execPath, ["scripts/backup.ts", file], {
        env: { ...process.env, DATA_DIR: dataFolder },
      });
      seconds.push((performance.now() - startedAt) / 1_000);
    }
    const megabytes = (name: string) => Math.round(statSync(name).size / 1e5) / 10;
    return {
      "database (MB)": megabytes(join(dataFolder, "mila.db")),
      "backup (MB)": megabytes(file),
      seconds: Math.round(median(seconds) * 10) / 10,
    };
  } finally {
    rmSync(folder, { recursive: true });
  }
}
