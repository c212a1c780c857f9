import { createWriteStream } from "node:fs";
import { rm } from "node:fs/promises";
import { pipeline } from "node:stream/promises";
import type { Entry, ZipFile } from "yauzl";
import { maxFileBytes } from "./limits.ts";
import { UnreadableFile } from "./row.ts";

/** A file of a zip file, unpacked until the next one is asked for. */
interface Unpacked {
  /** The name without its folders. Nothing is written by it. */
  name: string;
  path: string;
}

const maxEntries = 10_000;

const tooLarge = "I unpack at most 50 MB of a zip file.";
const tooMany = `I look at most at ${maxEntries.toLocaleString("en-US")} files of a zip file.`;
const broken = "I can't unpack this zip file. Please download it again.";
const locked = "This zip file has a password. Please unpack it, and choose a file that was in it.";

/**
 * Unpacks the files that may hold tasks, one after the other, beside the zip file. Counts the
 * bytes that come out, whatever the zip file says.
 * @throws UnreadableFile
 */
export async function* unpack(path: string): AsyncGenerator<Unpacked> {
  const { getFileNameLowLevel, openPromise } = await import("yauzl");
  const nameOf = ({ generalPurposeBitFlag, fileNameRaw, extraFields }: Entry) =>
    getFileNameLowLevel(generalPurposeBitFlag, fileNameRaw, extraFields, false);
  // Names with "..", which the library refuses, are only read.
  const zip = await openPromise(path, { autoClose: false, decodeStrings: false }).catch(explain);
  const target = `${path}-unpacked`;
  const count = { entries: 0, bytes: 0 };
  try {
    for await (const entry of zip.eachEntry()) {
      count.entries += 1;
      if (count.entries > maxEntries) throw new UnreadableFile(tooMany);
      const folders = nameOf(entry).split(/[\\/]/);
      const name = folders.at(-1) ?? "";
      if (!mayHoldTasks(name) || folders[0] === "__MACOSX") continue;
      await write(zip, entry, target, count);
      yield { name, path: target };
    }
  } catch (error) {
    explain(error);
  } finally {
    zip.close();
    await rm(target, { force: true });
  }
}

const mayHoldTasks = (name: string) => /\.(?:csv|ics|json)$/i.test(name);

async function write(
  zip: ZipFile,
  entry: Entry,
  target: string,
  count: { bytes: number },
): Promise<void> {
  if (entry.isEncrypted()) throw new UnreadableFile(locked);
  const content = await zip.openReadStreamPromise(entry);
  const counted = async function* (chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      count.bytes += chunk.length;
      if (count.bytes > maxFileBytes) throw new UnreadableFile(tooLarge);
      yield chunk;
    }
  };
  await pipeline(content, counted, createWriteStream(target, { mode: 0o600 }));
}

/** A zip file that cannot be read is the person's, and a full disk is ours. */
function explain(error: unknown): never {
  const isOurs = error instanceof UnreadableFile || (error instanceof Error && "syscall" in error);
  throw isOurs ? error : new UnreadableFile(broken);
}
