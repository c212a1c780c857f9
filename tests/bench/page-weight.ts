import { gzipSync } from "node:zlib";
import type { Visitor } from "../support/product/visitor.ts";

export interface PageWeight {
  htmlAndCss: number;
  javaScript: number;
  font: number;
}

/** A page's cold weight before the first click: bytes, gzipped where the server compresses. */
export async function weighPage(visitor: Visitor, path: string): Promise<PageWeight> {
  const html = await (await visitor.get(path)).text();
  const sizeOf = async (url: string) => gzipSync(await read(visitor, url)).byteLength;
  const linked = (pattern: RegExp) => [
    ...new Set([...html.matchAll(pattern)].map(([, url]) => url ?? "")),
  ];
  const styles = linked(/rel="stylesheet" href="([^"]+)"/g);
  const scripts = linked(/(?:modulepreload" href=|from |import )"(\/assets\/[^"]+\.js)"/g);
  const fonts = linked(/href="(\/assets\/[^"]+\.woff2)"/g);
  const total = async (sizes: Promise<number>[]) =>
    (await Promise.all(sizes)).reduce((sum, size) => sum + size, 0);
  return {
    htmlAndCss: gzipSync(html).byteLength + (await total(styles.map(sizeOf))),
    javaScript: await total(scripts.map(sizeOf)),
    font: await total(fonts.map(async (url) => (await read(visitor, url)).byteLength)),
  };
}

async function read(visitor: Visitor, url: string): Promise<Buffer> {
  return Buffer.from(await (await visitor.get(url)).arrayBuffer());
}
