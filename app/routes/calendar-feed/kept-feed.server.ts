import { promisify } from "node:util";
import { gunzip, gzip } from "node:zlib";
import { LRUCache } from "lru-cache";

const [pack, unpack] = [promisify(gzip), promisify(gunzip)];

const maxBytes = 16 * 1024 * 1024;

/**
 * Caches feeds in memory: a GET changes nothing in the database, and no text outlives its account
 * on the disk.
 */
const kept = new LRUCache<string, { tag: string; packed: Buffer }>({
  maxSize: maxBytes,
  sizeCalculation: ({ packed }) => packed.length,
});

export async function readKept(feedId: string, tag: string): Promise<string | undefined> {
  const found = kept.get(feedId);
  return found?.tag === tag ? String(await unpack(found.packed)) : undefined;
}

export async function keepFeed(feedId: string, tag: string, text: string): Promise<void> {
  kept.set(feedId, { tag, packed: await pack(text) });
}
