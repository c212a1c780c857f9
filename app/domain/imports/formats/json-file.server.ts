import { readFile, stat } from "node:fs/promises";
import { UnreadableFile } from "../row.ts";

/** Parsing more at once would keep other requests waiting. */
const maxJsonBytes = 10 * 1024 * 1024;

/** Reads a JSON file of another program at once. @throws UnreadableFile */
export async function readJson(path: string): Promise<unknown> {
  const { size } = await stat(path);
  if (size > maxJsonBytes) throw new UnreadableFile("A JSON file may have 10 MB at most.");
  const text = await readFile(path, "utf8");
  try {
    return JSON.parse(text.replace(/^\ufeff/, "")) as unknown;
  } catch {
    throw new UnreadableFile("This file is not whole JSON. Please download it again.");
  }
}
