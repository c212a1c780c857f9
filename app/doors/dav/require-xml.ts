import type { DavCall } from "./call.ts";
import { DavError } from "./dav-error.ts";
import { readXml, UnreadableXml } from "./read-xml.ts";
import { dav, type XmlElement } from "./xml.ts";

/** Reads a request's body. @param name of its root, if only one is possible @throws DavError */
export function requireXml({ text }: Pick<DavCall, "text">, name?: string): XmlElement {
  try {
    const root = readXml(text);
    if (name === undefined || root.name === dav(name)) return root;
  } catch (error) {
    if (!(error instanceof UnreadableXml)) throw error;
    throw new DavError(400, `The request can't be read: ${error.message}`);
  }
  throw new DavError(400, `The request needs <${name}>.`);
}
