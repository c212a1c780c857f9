import { open, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { unstable_parseMultipartFormData as parseMultipart } from "@remix-run/node";
import { v7 as newId } from "uuid";
import { maxFileBytes, maxUploadBytes } from "#app/domain/imports/limits.ts";
import { badRequest } from "#app/server/http-errors.server.ts";

interface Received {
  path: string;
  fileName: string;
}

/** The form has one. Thousands of empty ones would keep the server busy. */
const maxParts = 10;

const unreadable = {
  refused: "I couldn't read this upload. If the file's name has a semicolon, please rename it.",
};

const tooLarge = { refused: "Please choose a file of less than 50 MB." };

class TooLarge extends Error {}

/**
 * Writes the file of a form to this machine's folder for temporary files, as it arrives.
 * @returns why there is none, or what `use` returns; the file is deleted then
 */
export async function receiveFile<Result>(
  request: Request,
  use: (file: Received) => Promise<Result>,
): Promise<Result | { refused: string }> {
  if (Number(request.headers.get("content-length")) > maxUploadBytes) return tooLarge;
  const path = join(tmpdir(), `mila-import-${newId()}`);
  try {
    const fileName = await writeTo(path, request);
    return fileName === null
      ? { refused: "Please choose a file." }
      : await use({ path, fileName });
  } catch (error) {
    if (error instanceof TooLarge) return tooLarge;
    if (isMalformed(error)) return unreadable;
    throw error;
  } finally {
    await rm(path, { force: true });
  }
}

/** Remix's parser throws plain errors, for a semicolon in the file's name too. */
const isMalformed = (error: unknown) =>
  error instanceof Error && error.message.startsWith("malformed ");

/** Returns the file's name, or null if the form has no file. */
async function writeTo(path: string, request: Request): Promise<string | null> {
  const isMultipart = /^multipart\/form-data;\s*boundary=/i.test(
    request.headers.get("content-type") ?? "",
  );
  if (!isMultipart) return null;
  let fileName: string | null = null;
  let parts = 0;
  const file = await open(path, "wx", 0o600);
  try {
    await parseMultipart(request, async ({ name, filename, data }) => {
      parts += 1;
      if (parts > maxParts) badRequest();
      const isFile = name === "file" && filename !== undefined && filename !== "";
      let bytes = 0;
      for await (const chunk of data) {
        bytes += chunk.length;
        if (bytes > maxFileBytes) throw new TooLarge();
        if (isFile && fileName === null) await file.write(chunk);
      }
      if (isFile) fileName ??= filename;
      return undefined;
    });
  } finally {
    await file.close();
  }
  return fileName;
}
