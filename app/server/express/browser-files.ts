import { hash } from "node:crypto";
import { existsSync, readdirSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { extname, join, relative, sep } from "node:path";
import { promisify } from "node:util";
import { brotliCompress, constants, gzip } from "node:zlib";
import type { Request, RequestHandler, Response } from "express";

/** Each file is compressed only once, so a better level than for pages is worth it. */
const level = 6;
const brotli = { params: { [constants.BROTLI_PARAM_QUALITY]: level } };
const [packBrotli, packGzip] = [promisify(brotliCompress), promisify(gzip)];

const isCompressible = /\.(js|css|html|json|svg|txt|webmanifest)$/;

type Encoding = "br" | "gzip" | "identity";

interface KeptFile {
  tag: string;
  bodies: Record<Encoding, () => Promise<Buffer>>;
}

/**
 * Sends a folder's files from memory. Streams that read and compress a file for each request would
 * take 1.5 MB for as long as the client does not read on.
 */
export function browserFiles(folder: string): RequestHandler {
  const entries = existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
    : [];
  const files = entries
    .filter((entry) => entry.isFile())
    .map(({ parentPath, name }) => join(parentPath, name));
  const open = new Map(
    files.map((file) => [
      `/${relative(folder, file).replaceAll(sep, "/")}`,
      once(() => openFile(file)),
    ]),
  );

  const send = async ({ tag, bodies }: KeptFile, req: Request, res: Response) => {
    const maxAge = req.path.startsWith("/assets/") ? "31536000, immutable" : "3600";
    res.set({ "Cache-Control": `public, max-age=${maxAge}`, ETag: tag }).vary("Accept-Encoding");
    if (req.fresh) return void res.status(304).end();
    const encoding = chooseEncoding(
      req.path,
      req.acceptsEncodings("br") || req.acceptsEncodings("gzip"),
    );
    if (encoding !== "identity") res.set("Content-Encoding", encoding);
    const body = await bodies[encoding]();
    res.type(extname(req.path)).set("Content-Length", String(body.length));
    res.end(req.method === "HEAD" ? undefined : body);
  };
  return (req, res, next) => {
    const file = req.method === "POST" ? undefined : open.get(req.path);
    if (!file) return next();
    file()
      .then((kept) => send(kept, req, res))
      .catch(next);
  };
}

function chooseEncoding(path: string, accepted: string | false): Encoding {
  if (!isCompressible.test(path)) return "identity";
  return accepted === "br" || accepted === "gzip" ? accepted : "identity";
}

async function openFile(file: string): Promise<KeptFile> {
  const whole = await readFile(file);
  const bodies = {
    br: once(() => packBrotli(whole, brotli)),
    gzip: once(() => packGzip(whole, { level })),
    identity: () => Promise.resolve(whole),
  };
  return { tag: `W/"${hash("sha256", whole, "base64url")}"`, bodies };
}

/** Does not cache a failure. */
function once<Result>(run: () => Promise<Result>): () => Promise<Result> {
  let kept: Promise<Result> | undefined;
  return () => {
    kept ??= run().catch((error: unknown) => {
      kept = undefined;
      throw error;
    });
    return kept;
  };
}
